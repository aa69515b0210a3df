#include "plugins/navmesh/navmesh_overlay.h"

namespace navmesh
{
using engine::DebugDraw;
using engine::DrawColor;
using engine::Vec3d;

namespace
{
constexpr DrawColor DirtyColor{0.95F, 0.6F, 0.1F, 0.9F};
constexpr DrawColor GoodColor{0.3F, 0.9F, 0.45F, 0.95F};
constexpr DrawColor BadColor{0.95F, 0.25F, 0.2F, 1.0F};
constexpr DrawColor GhostColor{0.95F, 0.85F, 0.3F, 0.6F};
} // namespace

const engine::Aabb& TileBoxes::of(const engine::NavMesh& mesh, engine::TileCoord tile)
{
    const auto at = mesh.tiles().find(tile);
    const auto built = at != mesh.tiles().end() ? at->second : nullptr;
    auto [kept, isNew] = m_kept.try_emplace(tile);
    auto& [of, box] = kept->second;
    if (!isNew && built != nullptr && of.lock() == built)
        return box;
    of = built;
    box = engine::tileBounds(mesh.config(), tile);
    engine::Aabb ground;
    if (built != nullptr)
        for (const auto& polygon : mesh.polygons(tile))
            for (const auto& corner : polygon.corners)
                ground.add(corner);
    box.min.y = ground.isEmpty() ? 0 : ground.min.y;
    box.max.y = ground.isEmpty() ? 0 : ground.max.y;
    return box;
}

void drawDirty(DebugDraw& draw,
               const engine::NavMesh& mesh,
               const std::set<engine::TileCoord>& dirty,
               TileBoxes& boxes)
{
    const Vec3d lift{0, 0.1, 0};
    for (const auto tile : dirty) {
        const auto& box = boxes.of(mesh, tile);
        draw.box({box.min + lift, box.max + lift}, DirtyColor, 2, DebugDraw::Depth::Dimmed);
    }
}

void drawChecks(DebugDraw& draw, std::span<const engine::NavCheckOutcome> checks)
{
    for (const auto& check : checks) {
        const auto color = check.holds ? GoodColor : BadColor;
        draw.line(check.from, check.to, color, 1, DebugDraw::Depth::Dimmed);
        draw.point(check.from, color, 8, DebugDraw::Depth::Dimmed);
        draw.point(check.to, color, 8, DebugDraw::Depth::Dimmed);
    }
}

void drawProposals(DebugDraw& draw, std::span<const engine::NavProposal> proposals)
{
    for (const auto& proposal : proposals)
        engine::drawNavBow(draw, proposal.from, proposal.to, GhostColor);
}
} // namespace navmesh
