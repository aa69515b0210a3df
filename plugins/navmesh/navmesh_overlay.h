#pragma once

#include "engine_core/navigation/nav_checks.h"
#include "engine_core/navigation/nav_islands.h"
#include "engine_core/navigation/nav_proposals.h"
#include "engine_core/scene/debug_draw.h"

#include <set>
#include <span>

namespace navmesh
{
enum class Coloring;

/// Of the island of that rank; the home of the player is blue.
[[nodiscard]] engine::DrawColor islandColor(std::size_t island, std::size_t home);

[[nodiscard]] engine::DrawColor areaColor(engine::NavArea area);

/// The mesh a little above the ground, its polygons' edges, links as arcs (red: an end finds no
/// ground, grey: switched off), and the borders of tiles that are to be built anew.
void drawNavMesh(engine::DebugDraw& draw,
                 const engine::NavMesh& mesh,
                 const engine::NavIslands& islands,
                 std::size_t home,
                 const std::set<engine::TileCoord>& dirty,
                 Coloring coloring);

/// Start and target of each path check, red where it does not hold.
void drawChecks(engine::DebugDraw& draw, std::span<const engine::NavCheckOutcome> checks);

/// Links that could be made, as ghosts.
void drawProposals(engine::DebugDraw& draw, std::span<const engine::NavProposal> proposals);
} // namespace navmesh
