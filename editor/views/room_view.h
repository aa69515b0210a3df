#pragma once

#include "engine_core/math/aabb.h"
#include "engine_core/scene/spatial/spatial_index.h"

#include <optional>

namespace editor
{
/// Whether something of the level is on all six sides of the place, as in a closed room. What is
/// hidden is not there; what is locked is, if asked for.
[[nodiscard]] bool isEnclosed(const engine::World& world,
                              const engine::SpatialIndex& index,
                              const engine::Vec3d& place,
                              engine::Locked locked = engine::Locked::LeftOut);

/// Of ViewRequest::lamp, for a camera that looks into rooms from outside: on what walls turn to the
/// void no light falls. Enough to tell shapes, far below lit faces.
inline constexpr float LampOutside = 0.3F;

/// Where a camera stands and what it looks at.
struct Look
{
    engine::Vec3d eye;
    engine::Vec3d target;
};

/// How a camera at `eye`, in a closed room, looks at the box from within a closed room: from
/// `wanted` if there is room, else from the side and distance from which most of it is seen. A box
/// around the camera, such as the whole level, is looked at from as far back as the room goes.
/// Nothing if the camera or the box is in no closed room: nothing is in the way then, or the box is
/// seen from outside only. What is hidden or locked is no wall.
[[nodiscard]] std::optional<Look> lookInRoom(const engine::World& world,
                                             const engine::SpatialIndex& index,
                                             const engine::Vec3d& eye,
                                             const engine::Vec3d& wanted,
                                             const engine::Aabb& box);

/// The same for what lookInRoom() leaves: from where the middle of the box is seen, if a camera at
/// `wanted` would stand in a solid or see only the back of what the middle lies on. Nothing if
/// `wanted` is good, or there is no better place outside of closed rooms.
[[nodiscard]] std::optional<Look> lookPastSolids(const engine::World& world,
                                                 const engine::SpatialIndex& index,
                                                 const engine::Vec3d& eye,
                                                 const engine::Vec3d& wanted,
                                                 const engine::Aabb& box);

/// The first of the two that finds a place.
[[nodiscard]] std::optional<Look> lookAt(const engine::World& world,
                                         const engine::SpatialIndex& index,
                                         const engine::Vec3d& eye,
                                         const engine::Vec3d& wanted,
                                         const engine::Aabb& box);
} // namespace editor
