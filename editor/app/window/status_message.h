#pragma once

#include "editor/api/editor_api.h"

#include <QLabel>
#include <QTimer>

#include <functional>

namespace editor
{
/// The left end of the status bar: the measure of the drag under way, or else what happened last
/// as long as it is news, or else what the tool wants next.
class StatusMessage : public QLabel
{
    Q_OBJECT

public:
    explicit StatusMessage(QWidget* parent = nullptr);

    /// Stays some seconds; the next message takes its place.
    void say(MessageKind kind, const QString& text);

    /// The same of a state: gone as soon as it is asked and not so any more.
    void sayWhile(const QString& text, std::function<bool()> isSo);

    /// What was said last is no news any more.
    void forget();

    /// Of the drag under way, and why it is not as asked. Both empty end the measuring.
    void showMeasure(const QString& text, const QString& refusal = {});

    /// What the active tool says to do next. Told after every change that a message may be about.
    void setHint(const QString& text);

    /// For commands that may have said something better themselves: counts what was said.
    [[nodiscard]] int said() const { return m_said; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void showText(const QString& text, const QString& tone);

    QString m_hint;
    QString m_message;
    QString m_measure;
    bool m_isRefused = false; ///< what is measured
    QString m_full;           ///< before it was cut to the width
    MessageKind m_kind = MessageKind::Info;
    std::function<bool()> m_isSo; ///< of what was said last; empty: it happened
    int m_said = 0;
    QTimer m_expires;
};
} // namespace editor
