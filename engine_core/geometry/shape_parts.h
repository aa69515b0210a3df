#pragma once

#include "engine_core/geometry/brush.h"

#include <span>
#include <vector>

/// What brush_shapes is made of. Outlines are in the coordinates of the two axes that follow the
/// shape's axis, counter-clockwise seen from its tip.
namespace engine::shapes
{
using Outline = std::vector<Vec2d>;

/// A rectangle in those coordinates.
struct Rectangle
{
    Vec2d min{0};
    Vec2d max{1};

    [[nodiscard]] Vec2d size() const { return max - min; }
};

[[nodiscard]] Rectangle crossSection(const Aabb& bounds, int axis);

/// A place of the cross-section at a place along the axis.
[[nodiscard]] Vec3d inSpace(const Vec2d& place, int axis, double along);

/// From `lo` at 0 to `hi` at 1, both hit exactly; noise next to 0, 1/2 and 1 is taken out.
[[nodiscard]] double between(double lo, double hi, double part);

/// Twice the signed area.
[[nodiscard]] double cross(const Vec2d& a, const Vec2d& b);
[[nodiscard]] double area(std::span<const Vec2d> outline);

/// Every corner turns left, by more than noise.
[[nodiscard]] bool isConvex(std::span<const Vec2d> outline);

/// The prism over a convex outline; refused if a face gets lost in the noise.
[[nodiscard]] Result<Brush>
prism(std::span<const Vec2d> outline, int axis, double from, double to, Name material);

/// The solid behind faces given by their corners, counter-clockwise from outside.
[[nodiscard]] Result<Brush> solid(std::span<const Vec3d> points,
                                  std::span<const std::vector<std::size_t>> faces,
                                  Name material);

/// A wall of quads between two outlines with equal numbers of corners; `closed` joins the last to
/// the first. Where the quads would not be convex the inside is `fallback` instead.
[[nodiscard]] Result<std::vector<Brush>> wall(const Outline& outside,
                                              const Outline& inside,
                                              const Outline& fallback,
                                              bool closed,
                                              int axis,
                                              double from,
                                              double to,
                                              Name material);
} // namespace engine::shapes
