#pragma once

#include "editor/api/tool.h"

#include <span>

namespace editor
{
/// The part of the level that a rectangle of a view shows: between four planes through the camera's
/// eye and in front of it (3D), or all along the view (2D). It has no far end.
class RectangleVolume
{
public:
    /// Between two opposite corners in pixels of the event's view.
    RectangleVolume(const PointerEvent& event, const engine::Vec2d& a, const engine::Vec2d& b);

    [[nodiscard]] bool contains(const engine::Vec3d& place) const;

    /// Whether one of the planes has the box wholly outside: a quick no. Some boxes that are beside
    /// the volume are none the less beyond no single plane.
    [[nodiscard]] bool isBeside(const engine::Aabb& box) const;

    /// Whether any of a flat convex polygon is in it; a touch counts.
    [[nodiscard]] bool meets(std::span<const engine::Vec3d> polygon) const;

private:
    std::vector<engine::Plane> m_sides; ///< their normals point outwards
};
} // namespace editor
