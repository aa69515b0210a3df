#pragma once

#include <QPoint>

#include <optional>

class QWidget;

namespace editor
{
/// Keeps the mouse with a widget while it turns a camera: the pointer is hidden and put back into
/// the middle of the widget after each movement, so that no edge of the screen ends it. Released,
/// it is seen again where it was.
class PointerHold
{
public:
    /// Holds nothing yet. The widget outlives the hold.
    explicit PointerHold(QWidget& widget) : m_widget{widget} {}

    PointerHold(const PointerHold&) = delete;
    PointerHold& operator=(const PointerHold&) = delete;

    ~PointerHold() { release(); }

    /// From where the pointer is now.
    void hold();
    void release();

    [[nodiscard]] bool isHeld() const { return m_from.has_value(); }

    /// To the middle of the widget; what that moves is not counted.
    void center();

    /// How far the mouse went since the last call, in points. Only while it is held.
    [[nodiscard]] QPoint takeMovement();

private:
    QWidget& m_widget;
    std::optional<QPoint> m_from; ///< where it is seen again, on the screen
    QPoint m_last;
};
} // namespace editor
