#pragma once

#include "engine_core/math/aabb.h"
#include "engine_core/scene/spatial/spatial_index.h"

#include <optional>

namespace editor
{
/// Whether something of the level is on all six sides of the place, as in a closed room.
[[nodiscard]] bool isEnclosed(const engine::World& world,
                              const engine::SpatialIndex& index,
                              const engine::Vec3d& place);

/// Where a camera stands and what it looks at.
struct Look
{
    engine::Vec3d eye;
    engine::Vec3d target;
};

/// How a camera in a closed room looks at the box without leaving the room: from `wanted` or from
/// before the first wall on the way there, or else from where it is. Nothing if `eye` is in no
/// closed room, so that nothing is in the way. What is hidden or locked is no wall.
[[nodiscard]] std::optional<Look> lookInRoom(const engine::World& world,
                                             const engine::SpatialIndex& index,
                                             const engine::Vec3d& eye,
                                             const engine::Vec3d& wanted,
                                             const engine::Aabb& box);
} // namespace editor
