#pragma once

#include "engine_core/base/jobs.h"
#include "engine_core/navigation/mesh/nav_mesh.h"
#include "engine_core/navigation/query/nav_probe.h"

#include <functional>
#include <vector>

namespace engine
{
/// A place on the border of the ground, and the way out of it.
struct NavLaunch
{
    Vec3d place{0};
    Vec3d outwards{0}; ///< level, unit length
    NavPolygonRef polygon = 0;
};

/// Places along the borders of one tile, so many metres apart.
[[nodiscard]] std::vector<NavLaunch>
navLaunches(const NavMesh& mesh, TileCoord tile, double spacing);

/// Visits the places along all borders, tile by tile, so many metres apart, with a probe of what is
/// within `reach` metres of their tile. Tells the control how far it is, and ends after a cancel.
void visitLaunches(const NavScene& scene,
                   const NavMesh& mesh,
                   double spacing,
                   double reach,
                   JobControl& control,
                   const std::function<void(const NavProbe&, const NavLaunch&)>& visit);
} // namespace engine
