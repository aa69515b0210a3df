#include "engine_core/geometry/patch_edit.h"

#include <glm/matrix.hpp>

#include <algorithm>
#include <array>

namespace engine
{
namespace
{
using Points = std::vector<PatchPoint>;

void reverseRows(Points& points, int columns)
{
    for (auto row = points.begin(); row != points.end(); row += columns)
        std::reverse(row, row + columns);
}

Points pointsOf(const PatchGrid& grid)
{
    return {grid.points().begin(), grid.points().end()};
}

/// A wall above places of the floor, which are given from 0 to 1 of the box; its front is on the
/// right of their way, seen from above. One repeat per metre of the way between the points.
Result<PatchGrid::Ptr> wallAbove(std::span<const Vec2d> floor, const Aabb& box)
{
    const auto size = box.size();
    const auto columns = floor.size();
    std::vector<double> along{0};
    const auto at = [&](std::size_t i) {
        return Vec3d{box.min.x + floor[i].x * size.x, 0, box.min.z + floor[i].y * size.z};
    };
    for (std::size_t i = 1; i < columns; ++i)
        along.push_back(along.back() + glm::distance(at(i - 1), at(i)));
    Points points;
    for (const double height : {1.0, 0.5, 0.0})
        for (std::size_t i = 0; i < columns; ++i) {
            auto place = at(i);
            place.y = box.min.y + height * size.y;
            points.push_back({place, {along[i], (1 - height) * size.y}});
        }
    return PatchGrid::create(static_cast<int>(columns), std::move(points));
}

Result<PatchGrid::Ptr> flatPatch(const Aabb& box)
{
    const auto size = box.size();
    Points points;
    for (const double z : {0.0, 0.5, 1.0})
        for (const double x : {0.0, 0.5, 1.0})
            points.push_back({{box.min.x + x * size.x, box.min.y, box.max.z - z * size.z},
                              {x * size.x, (1 - z) * size.z}});
    return PatchGrid::create(3, std::move(points));
}
} // namespace

Result<PatchGrid::Ptr> transformed(const PatchGrid& grid, const Transform& by)
{
    auto points = pointsOf(grid);
    for (auto& point : points)
        point.position = by.apply(point.position);
    if (by.scale.x * by.scale.y * by.scale.z < 0)
        reverseRows(points, grid.columns());
    return PatchGrid::create(grid.columns(), std::move(points));
}

Result<PatchGrid::Ptr> mapped(const PatchGrid& grid, const Affine& by)
{
    auto points = pointsOf(grid);
    for (auto& point : points)
        point.position = by.apply(point.position);
    if (glm::determinant(by.linear) < 0)
        reverseRows(points, grid.columns());
    return PatchGrid::create(grid.columns(), std::move(points));
}

Result<PatchGrid::Ptr> withMovedPoints(const PatchGrid& grid,
                                       std::span<const std::size_t> points,
                                       const std::function<Vec3d(Vec3d)>& to)
{
    auto moved = pointsOf(grid);
    for (const auto point : points)
        moved[point].position = to(moved[point].position);
    return PatchGrid::create(grid.columns(), std::move(moved));
}

Result<PatchGrid::Ptr> turnedAround(const PatchGrid& grid)
{
    auto points = pointsOf(grid);
    reverseRows(points, grid.columns());
    return PatchGrid::create(grid.columns(), std::move(points));
}

Result<PatchGrid::Ptr> makePatch(PatchShape shape, const Aabb& box)
{
    // Corners of the hull of each arc: the surface touches it in the middle of its sides.
    static constexpr std::array Bevel{Vec2d{1, 0}, Vec2d{0, 0}, Vec2d{0, 1}};
    static constexpr std::array EndCap{Vec2d{1, 1}, Vec2d{1, 0}, Vec2d{0.5, 0}, Vec2d{0, 0},
                                       Vec2d{0, 1}};
    static constexpr std::array Cylinder{Vec2d{0.5, 0}, Vec2d{1, 0},   Vec2d{1, 0.5},
                                         Vec2d{1, 1},   Vec2d{0.5, 1}, Vec2d{0, 1},
                                         Vec2d{0, 0.5}, Vec2d{0, 0},   Vec2d{0.5, 0}};
    switch (shape) {
    case PatchShape::Flat:
        return flatPatch(box);
    case PatchShape::Bevel:
        return wallAbove(Bevel, box);
    case PatchShape::EndCap:
        return wallAbove(EndCap, box);
    case PatchShape::Cylinder:
        return wallAbove(Cylinder, box);
    }
    return Error{"An unknown shape of a patch"};
}
} // namespace engine
