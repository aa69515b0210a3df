#pragma once

#include <QLabel>
#include <QTimer>

namespace editor
{
/// A few words in the lower middle of a view, such as a speed that the wheel has just changed. They
/// go by themselves, and let the mouse through.
class PassingText final : public QLabel
{
    Q_OBJECT

public:
    explicit PassingText(QWidget* view);

    void say(const QString& text);

private:
    QTimer m_end;
};
} // namespace editor
