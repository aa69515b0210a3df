#pragma once

#include "editor/api/color_legend.h"

#include <vector>

namespace navmesh
{
class NavmeshState;

/// What the colours mean with which the views fill the ground of the mesh.
[[nodiscard]] std::vector<editor::ColorLegend::Entry> legendOf(const NavmeshState& state);
} // namespace navmesh
