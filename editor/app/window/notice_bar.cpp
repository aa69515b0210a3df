#include "editor/app/window/notice_bar.h"

#include "editor/views/theme.h"
#include "editor/views/themes.h"

#include <QAccessible>
#include <QBoxLayout>
#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace editor
{
namespace
{
constexpr int IconSize = 18;
constexpr int NarrowestText = 300; ///< pixels; with less the buttons go below the text
constexpr int LongestWord = 32;    ///< letters; paths are broken after so many

QString nameOf(MessageKind kind)
{
    switch (kind) {
    case MessageKind::Error:
        return QStringLiteral("error");
    case MessageKind::Warning:
        return QStringLiteral("warning");
    case MessageKind::Info:
        break;
    }
    return QStringLiteral("info");
}

ColorRole tintOf(MessageKind kind)
{
    return kind == MessageKind::Error     ? ColorRole::Error
           : kind == MessageKind::Warning ? ColorRole::Warning
                                          : ColorRole::Accent;
}

/// Labels break lines between words alone: a long path would be cut off, or widen the window.
QString breakable(const QString& text)
{
    constexpr QChar Break{0x200B}; // no width
    QString broken;
    int length = 0;
    for (const auto letter : text) {
        length = letter.isSpace() ? 0 : length + 1;
        broken += letter;
        if (letter == '/' || letter == '\\' || length % LongestWord == LongestWord - 1)
            broken += Break;
    }
    return broken;
}

QLabel* wrapped(const QString& text, QWidget* parent)
{
    auto* label = new QLabel{parent};
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setText(breakable(text));
    label->setAccessibleName(text);
    return label;
}

/// Icon and sentences, with the buttons beside them, or below where the window is narrow.
class NoticeRow final : public QFrame
{
public:
    NoticeRow(const Notice& notice, QWidget* parent) : QFrame{parent}
    {
        setObjectName("notice." + notice.id);
        setProperty("notice", nameOf(notice.kind));
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // never widens the window
        setAccessibleName(notice.title);
        setAccessibleDescription(notice.text);
        m_layout = new QBoxLayout{QBoxLayout::LeftToRight, this};
        m_layout->setContentsMargins(12, 8, 10, 8);
        m_layout->setSpacing(10);

        auto* told = new QHBoxLayout;
        told->setSpacing(10);
        m_icon = new QLabel{this};
        m_kind = notice.kind;
        showIcon();
        connect(&ThemeNotifier::instance(), &ThemeNotifier::changed, this, [this] { showIcon(); });
        told->addWidget(m_icon, 0, Qt::AlignTop);
        auto* sentences = new QVBoxLayout;
        sentences->setSpacing(2);
        auto* title = wrapped(notice.title, this);
        title->setProperty("noticeTitle", true);
        sentences->addWidget(title);
        if (!notice.text.isEmpty())
            sentences->addWidget(wrapped(notice.text, this));
        sentences->addStretch(1);
        told->addLayout(sentences, 1);
        m_layout->addLayout(told, 1);

        m_buttons = new QHBoxLayout;
        m_buttons->setSpacing(6);
        m_buttons->addStretch(1);
        m_layout->addLayout(m_buttons);
    }

    void addButton(QWidget* button) { m_buttons->addWidget(button, 0, Qt::AlignVCenter); }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        const bool isNarrow =
            event->size().width() - m_buttons->minimumSize().width() < NarrowestText;
        m_layout->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
        QFrame::resizeEvent(event);
    }

private:
    void showIcon()
    {
        m_icon->setPixmap(themeIcon(nameOf(m_kind), tintOf(m_kind))
                              .pixmap(QSize{IconSize, IconSize}, devicePixelRatioF()));
    }

    MessageKind m_kind = MessageKind::Info;
    QLabel* m_icon = nullptr;
    QBoxLayout* m_layout = nullptr;
    QHBoxLayout* m_buttons = nullptr;
};

QPushButton* makeButton(const NoticeAction& action, QWidget* parent)
{
    auto* button = new QPushButton{action.label, parent};
    button->setToolTip(action.tooltip);
    button->setProperty("primary", action.isPrimary);
    button->setAutoDefault(false);
    button->setFocusPolicy(Qt::TabFocus); // a click leaves the keys with the view
    // The button may go while it is pressed, together with its notice.
    QObject::connect(button, &QPushButton::clicked, parent, [run = action.run] {
        const auto kept = run;
        if (kept)
            kept();
    });
    return button;
}
} // namespace

NoticeBar::NoticeBar(QWidget* parent) : QWidget{parent}
{
    setObjectName(QStringLiteral("noticeBar"));
    m_layout = new QVBoxLayout{this};
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    setVisible(false);
}

std::vector<NoticeBar::Row>::iterator NoticeBar::rowOf(const QString& id)
{
    return std::find_if(m_rows.begin(), m_rows.end(),
                        [&](const auto& row) { return row.notice.id == id; });
}

void NoticeBar::show(Notice notice)
{
    auto* row = new NoticeRow{notice, this};
    for (const auto& action : notice.actions)
        row->addButton(makeButton(action, row));
    if (notice.canBeClosed) {
        auto* close = new QToolButton{row};
        close->setObjectName(QStringLiteral("closeNotice"));
        close->setIcon(themeIcon(QStringLiteral("close")));
        close->setIconSize({14, 14});
        close->setFocusPolicy(Qt::TabFocus);
        close->setToolTip(tr("<b>Close</b><br>Puts this notice away."));
        close->setAccessibleName(tr("Close: %1").arg(notice.title));
        connect(close, &QToolButton::clicked, this, [this, id = notice.id] {
            dismiss(id);
            Q_EMIT closed(id);
        });
        row->addButton(close);
    }
    auto place = rowOf(notice.id);
    if (place == m_rows.end())
        place = m_rows.insert(m_rows.end(), Row{});
    if (auto* old = std::exchange(place->widget, row)) {
        delete m_layout->replaceWidget(old, row);
        old->hide();
        old->deleteLater();
    } else {
        m_layout->addWidget(row);
    }
    place->notice = std::move(notice);
    row->setVisible(true);
    setVisible(true);
    QAccessibleEvent alert{row, QAccessible::Alert};
    QAccessible::updateAccessibility(&alert);
}

void NoticeBar::dismiss(const QString& id)
{
    const auto row = rowOf(id);
    if (row == m_rows.end())
        return;
    m_layout->removeWidget(row->widget);
    row->widget->hide();
    row->widget->deleteLater(); // one of its buttons may be what dismisses it
    m_rows.erase(row);
    setVisible(!m_rows.empty());
}

const Notice* NoticeBar::find(const QString& id) const
{
    const auto row = std::find_if(m_rows.begin(), m_rows.end(),
                                  [&](const auto& each) { return each.notice.id == id; });
    return row == m_rows.end() ? nullptr : &row->notice;
}

QWidget* NoticeBar::button(const QString& id, const QString& label) const
{
    for (const auto& row : m_rows)
        if (row.notice.id == id)
            for (auto* each : row.widget->findChildren<QPushButton*>())
                if (each->text() == label)
                    return each;
    return nullptr;
}
} // namespace editor
