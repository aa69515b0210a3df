#include "editor/views/passing_text.h"

namespace editor
{
namespace
{
constexpr int ShownMilliseconds = 1500;
constexpr int AboveFoot = 44; ///< points; below lie texts that stay
} // namespace

PassingText::PassingText(QWidget* view) : QLabel{view}
{
    setObjectName(QStringLiteral("passingText"));
    setProperty("viewText", true);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    m_end.setSingleShot(true);
    m_end.setInterval(ShownMilliseconds);
    connect(&m_end, &QTimer::timeout, this, &QWidget::hide);
}

void PassingText::say(const QString& text)
{
    setText(text);
    adjustSize();
    const auto* view = parentWidget();
    move((view->width() - width()) / 2, view->height() - AboveFoot - height());
    show();
    raise();
    m_end.start();
}
} // namespace editor
