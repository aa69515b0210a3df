#include "editor/views/room_view.h"

#include "engine_core/scene/world/world.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>

namespace editor
{
using engine::Aabb;
using engine::SpatialIndex;
using engine::Vec3d;
using engine::World;

namespace
{
constexpr double ToWall = 0.3; ///< metres that stay free, more than the near plane

/// The place on the way that is before the first wall; objects in `seeThrough` are none.
Vec3d beforeWall(const World& world,
                 const SpatialIndex& index,
                 const Vec3d& from,
                 const Vec3d& to,
                 const Aabb& seeThrough)
{
    const double way = glm::length(to - from);
    if (way <= 0)
        return to;
    const auto direction = (to - from) / way;
    for (const auto& hit : pickBrushes(world, index, {from, direction}, way + ToWall))
        if (!seeThrough.contains(engine::boundsOf(world, hit.entity)))
            return from + direction * std::clamp(hit.distance - ToWall, 0.0, way);
    return to;
}
} // namespace

bool isEnclosed(const World& world, const SpatialIndex& index, const Vec3d& place)
{
    constexpr std::array Directions{Vec3d{1, 0, 0},  Vec3d{-1, 0, 0}, Vec3d{0, 1, 0},
                                    Vec3d{0, -1, 0}, Vec3d{0, 0, 1},  Vec3d{0, 0, -1}};
    return std::all_of(Directions.begin(), Directions.end(), [&](const Vec3d& direction) {
        return pickNearestBrush(world, index, {place, direction}).has_value();
    });
}

std::optional<Look> lookInRoom(const World& world,
                               const SpatialIndex& index,
                               const Vec3d& eye,
                               const Vec3d& wanted,
                               const Aabb& box)
{
    if (!isEnclosed(world, index, eye))
        return std::nullopt;
    const auto center = box.center();
    if (box.contains(eye)) { // such as the whole level: as far back as the room goes
        const auto back = beforeWall(world, index, eye, wanted, Aabb{});
        return Look{back, back + glm::normalize(center - wanted)};
    }
    const auto nearer = beforeWall(world, index, center, wanted, box.grown(1e-6));
    if (isEnclosed(world, index, nearer))
        return Look{nearer, center};
    return Look{eye, center};
}
} // namespace editor
