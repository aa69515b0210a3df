#pragma once

#include "engine_core/navigation/query/nav_query.h"

#include <functional>
#include <optional>

namespace engine
{
/// A place that can be reached from `from` over ground of the given cost or less, every square
/// metre of the polygons that a search finds being as likely as any other. `random` gives numbers
/// from 0 to 1 and decides alone. Nothing if `from` is off the mesh.
[[nodiscard]] std::optional<Vec3d> randomReachablePoint(const NavMesh& mesh,
                                                        const NavQuery& query,
                                                        const Vec3d& from,
                                                        double cost,
                                                        const std::function<double()>& random);
} // namespace engine
