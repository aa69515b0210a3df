#pragma once

#include "engine_core/navigation/mesh/nav_tile.h"
#include "engine_core/scene/debug_draw.h"

#include <array>

namespace engine
{
/// What a tile goes through while it is built, in that order.
enum class NavStage
{
    Heightfield, ///< the tops of solids: coloured where one could stand, grey where it is too steep
    Distance,    ///< of the ground that is left from where it ends
    Regions,     ///< that the ground is cut into
    Contours,    ///< of regions: as the cells have them, thin, and straightened, thick
    Polygons,    ///< that the contours are cut into; borders of the ground are thick
    Detail       ///< triangles that follow the height
};

inline constexpr std::array AllNavStages{NavStage::Heightfield, NavStage::Distance,
                                         NavStage::Regions,     NavStage::Contours,
                                         NavStage::Polygons,    NavStage::Detail};

[[nodiscard]] const char* navStageName(NavStage stage);

/// Builds the tile once more and draws that stage of it; takes as long as a build, on any thread.
/// Only the partition `watershed` has distances.
[[nodiscard]] DebugDraw drawNavStage(const NavTileInput& input, NavStage stage);
} // namespace engine
