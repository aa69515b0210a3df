#pragma once

#include "engine_core/base/jobs.h"
#include "engine_core/navigation/mesh/nav_scene.h"
#include "engine_core/navigation/survey/nav_islands.h"

#include <vector>

namespace engine
{
/// A part of the border of the ground beyond which there is nothing to land on.
struct NavFall
{
    std::vector<Vec3d> places; ///< on the ground along it, less than a metre apart
    Vec3d middle{0};           ///< that of the places which is nearest to the middle of them
};

/// Where somebody who walks on from ground of the islands chosen falls out of the level: the way is
/// free, and nothing above the height at which players start again is below, as wide as the agent.
/// Edges next to each other are one; the longest come first, 200 at most. It errs on the side of
/// the level: what scripts move or navigation leaves out counts as ground, whatever its height.
/// What a cancelled one returns is not complete. `mesh` is current with `scene`.
[[nodiscard]] std::vector<NavFall> findFalls(const World& world,
                                             const NavScene& scene,
                                             const NavMesh& mesh,
                                             const NavIslands& islands,
                                             const std::vector<bool>& chosen,
                                             JobControl& control);
} // namespace engine
