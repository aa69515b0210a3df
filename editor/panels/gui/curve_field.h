#pragma once

#include "editor/scripting/gui_node.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

namespace editor
{
/// A curve from (0, 0) to (1, 1) through points that can be dragged: a double click adds one,
/// Delete or a right click removes one, arrows move the chosen one.
class CurveField : public QWidget
{
    Q_OBJECT

public:
    explicit CurveField(QWidget* parent = nullptr);

    /// The user wants these points.
    std::function<void(const std::vector<engine::Vec2d>& points, GuiPhase phase)> edited;

    void setPoints(const std::vector<engine::Vec2d>& points);

    [[nodiscard]] const std::vector<engine::Vec2d>& points() const { return m_points; }

    /// Where a point of the curve lies in the widget.
    [[nodiscard]] QPointF onScreen(const engine::Vec2d& point) const;

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] engine::Vec2d fromScreen(const QPointF& at) const;
    [[nodiscard]] std::optional<std::size_t> pointAt(const QPointF& at) const;
    void movePoint(const engine::Vec2d& to, GuiPhase phase);
    void removePoint(std::size_t index);
    void give(GuiPhase phase);

    std::vector<engine::Vec2d> m_points;
    std::vector<engine::Vec2d> m_before; ///< before the drag under way
    std::optional<std::size_t> m_chosen;
    bool m_dragging = false;
};
} // namespace editor
