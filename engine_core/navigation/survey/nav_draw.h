#pragma once

#include "engine_core/navigation/mesh/nav_columns.h"
#include "engine_core/navigation/survey/nav_islands.h"
#include "engine_core/scene/debug_draw.h"

#include <functional>
#include <optional>

namespace engine
{
/// What the colours of a drawn mesh mean.
enum class NavColoring
{
    Islands,
    Areas,
    Slope,     ///< from level, green, to the agent's steepest, red
    Clearance, ///< from the border of the mesh, red, to four metres away, green
    BuildTime  ///< of the tile: from half a millisecond, green, to the slowest one, red
};

/// Of the island of that rank; the home of the player is blue.
[[nodiscard]] DrawColor navIslandColor(std::size_t island, std::size_t home);

[[nodiscard]] DrawColor navAreaColor(NavArea area);

/// Of the agent at that place among those that are compared.
[[nodiscard]] DrawColor navAgentColor(std::size_t index);

/// From good, green, over yellow to bad, red, for a fraction from 0 to 1.
[[nodiscard]] DrawColor navHeat(double fraction);

/// Seconds that the slowest tile took to be built, but at least one millisecond: where the colours
/// of build times end.
[[nodiscard]] double navSlowest(const NavMesh& mesh);

/// How the polygons of a mesh are coloured.
struct NavTileColors
{
    NavColoring coloring = NavColoring::Islands;
    const NavIslands& islands;
    std::size_t home = 0;
    std::optional<DrawColor> one; ///< for all of them
    double slowest = 0;           ///< seconds, see navSlowest(); for build times

    [[nodiscard]] DrawColor of(const NavPolygon& polygon) const;
};

/// One tile a little above the ground with the edges of its polygons.
void drawNavTile(DebugDraw& draw, const NavMesh& mesh, TileCoord tile, const NavTileColors& colors);

/// Links as bows: red where an end finds no ground, grey where they are switched off.
void drawNavLinks(DebugDraw& draw, const NavMesh& mesh);

/// Where the ground of the tile ends.
void drawNavBorders(DebugDraw& draw, const NavMesh& mesh, TileCoord tile, DrawColor color);

void drawNavStrips(DebugDraw& draw,
                   const NavStrips& strips,
                   const std::function<DrawColor(int band)>& color);

/// A bow from one end of a link to the other.
void drawNavBow(DebugDraw& draw, const Vec3d& from, const Vec3d& to, DrawColor color);

/// Every tile, and the links.
void drawNavMesh(DebugDraw& draw,
                 const NavMesh& mesh,
                 const NavIslands& islands,
                 std::size_t home,
                 NavColoring coloring);
} // namespace engine
