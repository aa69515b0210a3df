#pragma once

#include "engine_core/navigation/nav_checks.h"
#include "engine_core/navigation/nav_draw.h"
#include "engine_core/navigation/nav_proposals.h"

#include <set>
#include <span>

namespace navmesh
{
/// The borders of tiles that are to be built anew.
void drawDirty(engine::DebugDraw& draw,
               const engine::NavConfig& config,
               const std::set<engine::TileCoord>& dirty);

/// Start and target of each path check, red where it does not hold.
void drawChecks(engine::DebugDraw& draw, std::span<const engine::NavCheckOutcome> checks);

/// Links that could be made, as ghosts.
void drawProposals(engine::DebugDraw& draw, std::span<const engine::NavProposal> proposals);
} // namespace navmesh
