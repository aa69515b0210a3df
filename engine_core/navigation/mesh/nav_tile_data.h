#pragma once

#include "engine_core/navigation/mesh/nav_tile.h"

#include <Recast.h>

namespace engine
{
/// Recast's area of ground; 0 is none, so ours count from 1. Where tops of two solids are equally
/// high the higher number wins: special ground over plain ground.
[[nodiscard]] inline std::uint8_t recastArea(NavArea area)
{
    return static_cast<std::uint8_t>(static_cast<unsigned>(area) + 1);
}

/// Puts what Recast made, and the links of the input, into the tile as Detour takes it. Areas of
/// the polygons become Detour's. False if there are too many corners.
[[nodiscard]] bool makeTileData(const NavTileInput& input,
                                rcPolyMesh& polygons,
                                const rcPolyMeshDetail& detail,
                                NavTile& tile);
} // namespace engine
