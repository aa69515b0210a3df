#include "editor/api/empty_hint.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QLabel>

namespace editor
{
namespace
{
/// Lies over the view's middle while its model has no rows.
class EmptyHint final : public QLabel
{
public:
    EmptyHint(QAbstractItemView* view, const QString& text)
        : QLabel{text, view->viewport()}, m_view{view}
    {
        setAlignment(Qt::AlignCenter);
        setWordWrap(true);
        setProperty("muted", true);
        setMargin(12);
        setAttribute(Qt::WA_TransparentForMouseEvents);
        view->viewport()->installEventFilter(this);
        auto* model = view->model();
        connect(model, &QAbstractItemModel::rowsInserted, this, &EmptyHint::place);
        connect(model, &QAbstractItemModel::rowsRemoved, this, &EmptyHint::place);
        connect(model, &QAbstractItemModel::modelReset, this, &EmptyHint::place);
        place();
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Resize)
            place();
        return QLabel::eventFilter(watched, event);
    }

private:
    void place()
    {
        setGeometry(m_view->viewport()->rect());
        setVisible(m_view->model()->rowCount() == 0);
    }

    QAbstractItemView* m_view;
};
} // namespace

void setEmptyHint(QAbstractItemView* view, const QString& text)
{
    const auto name = QStringLiteral("emptyHint");
    if (auto* hint = view->viewport()->findChild<QLabel*>(name)) {
        hint->setText(text);
        return;
    }
    auto* hint = new EmptyHint{view, text}; // belongs to the viewport
    hint->setObjectName(name);
}
} // namespace editor
