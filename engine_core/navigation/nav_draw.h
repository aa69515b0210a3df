#pragma once

#include "engine_core/navigation/nav_islands.h"
#include "engine_core/scene/debug_draw.h"

namespace engine
{
/// What the colours of a drawn mesh mean.
enum class NavColoring
{
    Islands,
    Areas
};

/// Of the island of that rank; the home of the player is blue.
[[nodiscard]] DrawColor navIslandColor(std::size_t island, std::size_t home);

[[nodiscard]] DrawColor navAreaColor(NavArea area);

/// A bow from one end of a link to the other.
void drawNavBow(DebugDraw& draw, const Vec3d& from, const Vec3d& to, DrawColor color);

/// The mesh a little above the ground with the edges of its polygons, and its links as bows: red
/// where an end finds no ground, grey where they are switched off.
void drawNavMesh(DebugDraw& draw,
                 const NavMesh& mesh,
                 const NavIslands& islands,
                 std::size_t home,
                 NavColoring coloring);
} // namespace engine
