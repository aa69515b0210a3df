#pragma once

#include "engine_core/navigation/survey/nav_checks.h"
#include "engine_core/navigation/survey/nav_draw.h"
#include "engine_core/navigation/survey/nav_proposals.h"

#include <map>
#include <memory>
#include <set>
#include <span>

namespace navmesh
{
/// How far tiles go in all directions. Looks at the polygons of a tile once.
class TileBoxes
{
public:
    /// Up and down as far as its ground; at height 0 if it has none.
    [[nodiscard]] const engine::Aabb& of(const engine::NavMesh& mesh, engine::TileCoord tile);

private:
    struct Kept
    {
        std::weak_ptr<const engine::NavTile> tile;
        engine::Aabb box;
    };

    std::map<engine::TileCoord, Kept> m_kept;
};

/// Boxes around the ground of tiles that are to be built anew.
void drawDirty(engine::DebugDraw& draw,
               const engine::NavMesh& mesh,
               const std::set<engine::TileCoord>& dirty,
               TileBoxes& boxes);

/// Start and target of each path check, red where it does not hold.
void drawChecks(engine::DebugDraw& draw, std::span<const engine::NavCheckOutcome> checks);

/// Links that could be made, as ghosts.
void drawProposals(engine::DebugDraw& draw, std::span<const engine::NavProposal> proposals);
} // namespace navmesh
