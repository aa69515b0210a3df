#pragma once

#include "engine_core/geometry/mesh/triangulate.h"
#include "engine_core/geometry/patch_grid.h"

namespace engine
{
/// How far the straight parts of a patch may lie from its curve. Metres.
inline constexpr double PatchFlatness = 0.01;

/// The triangles of a patch, one face of the material; counter-clockwise seen from its front. Where
/// a side bends depends on that side's points alone, so two patches with the same points along a
/// side, in either order, meet there without a gap, unless one has fixed steps. Normals are
/// smooth, also across pieces and where the first row or column lies on the last. Triangles without
/// an area are left out; all of them may be.
[[nodiscard]] Mesh tessellate(const PatchGrid& grid, PatchSteps steps, Name material);
} // namespace engine
