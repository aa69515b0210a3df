#pragma once

#include <QComboBox>
#include <QWheelEvent>

namespace editor
{
/// A choice in a panel that scrolls: the wheel scrolls the panel, also over it, and changes nothing
/// that nobody has clicked.
class ScrollingChoice : public QComboBox
{
public:
    explicit ScrollingChoice(QWidget* parent) : QComboBox{parent}
    {
        setFocusPolicy(Qt::StrongFocus);
    }

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};
} // namespace editor
