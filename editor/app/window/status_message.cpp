#include "editor/app/window/status_message.h"

#include "editor/views/theme.h"
#include "editor/views/themes.h"

#include <utility>

namespace editor
{
namespace
{
constexpr int NewsMilliseconds = 8000;
constexpr int ProblemMilliseconds = 20000;

QString toneOf(MessageKind kind)
{
    switch (kind) {
    case MessageKind::Error:
        return QStringLiteral("error");
    case MessageKind::Warning:
        return QStringLiteral("warning");
    case MessageKind::Info:
        break;
    }
    return QStringLiteral("plain");
}
} // namespace

StatusMessage::StatusMessage(QWidget* parent) : QLabel{parent}
{
    setTextFormat(Qt::PlainText);
    setContentsMargins(6, 0, 6, 0);
    setMinimumWidth(120);
    m_expires.setSingleShot(true);
    connect(&m_expires, &QTimer::timeout, this, &StatusMessage::forget);
}

void StatusMessage::say(MessageKind kind, const QString& text)
{
    ++m_said;
    m_kind = kind;
    m_message = text;
    m_isSo = nullptr;
    m_expires.start(kind == MessageKind::Info ? NewsMilliseconds : ProblemMilliseconds);
    refresh();
}

void StatusMessage::sayWhile(const QString& text, std::function<bool()> isSo)
{
    say(MessageKind::Info, text);
    m_isSo = std::move(isSo);
}

void StatusMessage::forget()
{
    m_isSo = nullptr;
    m_expires.stop();
    m_message.clear();
    refresh();
}

void StatusMessage::showMeasure(const QString& text, const QString& refusal)
{
    m_isRefused = !refusal.isEmpty();
    m_measure = text.isEmpty() || !m_isRefused ? text + refusal : text + " - " + refusal;
    refresh();
}

void StatusMessage::setHint(const QString& text)
{
    if (m_isSo && !m_isSo())
        forget();
    if (m_hint == text)
        return;
    m_hint = text;
    refresh();
}

void StatusMessage::refresh()
{
    if (!m_measure.isEmpty())
        showText(m_measure, toneOf(m_isRefused ? MessageKind::Warning : MessageKind::Info));
    else if (!m_message.isEmpty())
        showText(m_message, toneOf(m_kind));
    else
        showText(m_hint, {});
}

void StatusMessage::showText(const QString& text, const QString& tone)
{
    m_full = text;
    setTone(*this, tone);
    setText(fontMetrics().elidedText(text, Qt::ElideRight, std::max(100, width() - 12)));
    setToolTip(this->text() == text ? QString{} : text);
}

void StatusMessage::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    showText(m_full, property("tone").toString());
}
} // namespace editor
