#include "plugins/navmesh/navmesh_overlay.h"

#include <array>

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

void drawDirty(DebugDraw& draw,
               const engine::NavConfig& config,
               const std::set<engine::TileCoord>& dirty)
{
    for (const auto tile : dirty) {
        const auto box = engine::tileBounds(config, tile);
        const double y = 0.1;
        const std::array<Vec3d, 4> ring{Vec3d{box.min.x, y, box.min.z},
                                        {box.max.x, y, box.min.z},
                                        {box.max.x, y, box.max.z},
                                        {box.min.x, y, box.max.z}};
        for (std::size_t i = 0; i < ring.size(); ++i)
            draw.line(ring[i], ring[(i + 1) % ring.size()], DirtyColor, 2,
                      DebugDraw::Depth::Dimmed);
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
