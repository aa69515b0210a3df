#pragma once

#include "engine_core/math/aabb.h"
#include "engine_core/scene/checks/issue.h"
#include "engine_core/scene/world/world.h"

#include <vector>

namespace editor
{
/// Those that an issue is about and that are still there, the primary one last.
[[nodiscard]] std::vector<engine::EntityId> objectsOf(const engine::World& world,
                                                      const engine::Issue& issue);

/// What views show of an issue: the place that it tells, with what is around, and else its objects.
/// Empty if it has neither.
[[nodiscard]] engine::Aabb placeToShow(const engine::World& world, const engine::Issue& issue);

/// Along the way of a leak, on the side that it comes from: near to the hole and in sight of it.
[[nodiscard]] engine::Vec3d placeBefore(const engine::Vec3d& hole,
                                        const std::vector<engine::Vec3d>& way);
} // namespace editor
