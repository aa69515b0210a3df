#pragma once

#include "editor/tools/create_brush_tool.h"

namespace editor
{
/// The drag in a 2D view: a box that follows the pointer and is there at release.
class RectangleGesture final : public Gesture
{
public:
    RectangleGesture(CreateBrushTool& tool, const PointerEvent& event);

    engine::Result<void> update(const PointerEvent& event) override;
    void commit() override;
    bool key(const KeyEvent& event) override;
    [[nodiscard]] std::string measure() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    [[nodiscard]] engine::Aabb box() const;
    engine::Result<void> apply();

    CreateBrushTool& m_tool;
    int m_depthAxis;
    double m_depthFrom = 0;
    engine::Vec3d m_from;
    engine::Vec3d m_to;
    engine::Grid m_grid;
    NumberInput m_number;
    bool m_moved = false;
    engine::EntityId m_made;
    Transaction m_transaction;
};

/// The drag in 3D: the base, which waits for its height after release.
class BaseGesture final : public Gesture
{
public:
    BaseGesture(CreateBrushTool& tool, const PointerEvent& event);

    engine::Result<void> update(const PointerEvent& event) override;
    void commit() override;
    [[nodiscard]] std::string measure() const override;
    void draw(engine::DebugDraw& draw, const PointerEvent& event) const override;

private:
    CreateBrushTool& m_tool;
    engine::Plane m_surface;
    engine::Grid m_grid;
    engine::Vec3d m_from{0};
    CreateBrushTool::Base m_base;
};

/// The rectangle between two places, cornered on the nearest grid lines; along `flatAxis` both
/// places count as they are. Where it would be flat it is one grid cell (without a grid 1 cm) wide.
[[nodiscard]] engine::Aabb gridRectangle(const engine::Grid& grid,
                                         const engine::Vec3d& from,
                                         const engine::Vec3d& to,
                                         int flatAxis);
} // namespace editor
