#pragma once

#include "engine_core/navigation/nav_mesh.h"

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
} // namespace engine
