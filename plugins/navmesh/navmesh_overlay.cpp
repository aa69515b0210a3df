#include "plugins/navmesh/navmesh_overlay.h"

#include "plugins/navmesh/navmesh_state.h"

#include <array>

namespace navmesh
{
using engine::DebugDraw;
using engine::DrawColor;
using engine::Vec3d;
using engine::Vec3f;

namespace
{
constexpr float Lift = 0.04F; ///< metres above the ground, so that they do not flicker
constexpr float Opacity = 0.38F;
constexpr DrawColor EdgeColor{0.05F, 0.12F, 0.2F, 0.55F};
constexpr DrawColor DirtyColor{0.95F, 0.6F, 0.1F, 0.9F};
constexpr DrawColor LinkColor{0.3F, 0.9F, 0.45F, 0.95F};
constexpr DrawColor BrokenColor{0.95F, 0.25F, 0.2F, 1.0F};
constexpr DrawColor GhostColor{0.95F, 0.85F, 0.3F, 0.6F};
constexpr DrawColor DisabledColor{0.6F, 0.6F, 0.6F, 0.8F};

constexpr std::array<DrawColor, 8> Islands{{{0.2F, 0.55F, 0.95F, Opacity},
                                            {0.95F, 0.65F, 0.2F, Opacity},
                                            {0.4F, 0.8F, 0.35F, Opacity},
                                            {0.85F, 0.35F, 0.75F, Opacity},
                                            {0.95F, 0.85F, 0.25F, Opacity},
                                            {0.3F, 0.8F, 0.8F, Opacity},
                                            {0.9F, 0.4F, 0.35F, Opacity},
                                            {0.6F, 0.5F, 0.9F, Opacity}}};

void drawPolygon(DebugDraw& draw, const engine::NavPolygon& polygon, DrawColor color)
{
    const auto corner = [&](std::size_t i) {
        return Vec3f{polygon.corners[i]} + Vec3f{0, Lift, 0};
    };
    const auto count = polygon.corners.size();
    for (std::size_t i = 2; i < count; ++i)
        draw.triangles.push_back(
            {corner(0), corner(i - 1), corner(i), color, DebugDraw::Depth::Tested});
    for (std::size_t i = 0; i < count; ++i)
        draw.lines.push_back(
            {corner(i), corner((i + 1) % count), EdgeColor, 1, DebugDraw::Depth::Tested});
}

/// A bow from one end to the other.
void drawArc(DebugDraw& draw, const Vec3d& from, const Vec3d& to, DrawColor color)
{
    constexpr int Parts = 12;
    const double height = glm::length(to - from) * 0.25;
    auto last = from;
    for (int i = 1; i <= Parts; ++i) {
        const double t = i / double{Parts};
        const auto next = from + (to - from) * t + Vec3d{0, 4 * height * t * (1 - t), 0};
        draw.line(last, next, color, 2, DebugDraw::Depth::Dimmed);
        last = next;
    }
    draw.point(from, color, 6, DebugDraw::Depth::Dimmed);
    draw.point(to, color, 6, DebugDraw::Depth::Dimmed);
}
} // namespace

DrawColor islandColor(std::size_t island, std::size_t home)
{
    const auto rank = island == home ? 0 : island < home ? island + 1 : island;
    return Islands[rank == 0 ? 0 : 1 + (rank - 1) % (Islands.size() - 1)];
}

DrawColor areaColor(engine::NavArea area)
{
    switch (area) {
    case engine::NavArea::Ground:
        return {0.2F, 0.55F, 0.95F, Opacity};
    case engine::NavArea::Grass:
        return {0.4F, 0.8F, 0.35F, Opacity};
    case engine::NavArea::Water:
        return {0.1F, 0.8F, 0.85F, Opacity};
    case engine::NavArea::Door:
        return {0.95F, 0.65F, 0.2F, Opacity};
    case engine::NavArea::Jump:
        return {0.95F, 0.85F, 0.25F, Opacity};
    case engine::NavArea::Blocked:
        break;
    }
    return {0.9F, 0.3F, 0.3F, Opacity};
}

void drawNavMesh(DebugDraw& draw,
                 const engine::NavMesh& mesh,
                 const engine::NavIslands& islands,
                 std::size_t home,
                 const std::set<engine::TileCoord>& dirty,
                 Coloring coloring)
{
    for (const auto& polygon : mesh.polygons())
        drawPolygon(draw, polygon,
                    coloring == Coloring::Areas
                        ? areaColor(polygon.area)
                        : islandColor(islands.of(polygon.ref).value_or(0), home));
    for (const auto& link : mesh.links())
        drawArc(draw, link.from, link.to,
                !link.isEnabled    ? DisabledColor
                : link.isConnected ? LinkColor
                                   : BrokenColor);
    for (const auto tile : dirty) {
        const auto box = engine::tileBounds(mesh.config(), tile);
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
        const auto color = check.holds ? LinkColor : BrokenColor;
        draw.line(check.from, check.to, color, 1, DebugDraw::Depth::Dimmed);
        draw.point(check.from, color, 8, DebugDraw::Depth::Dimmed);
        draw.point(check.to, color, 8, DebugDraw::Depth::Dimmed);
    }
}

void drawProposals(DebugDraw& draw, std::span<const engine::NavProposal> proposals)
{
    for (const auto& proposal : proposals)
        drawArc(draw, proposal.from, proposal.to, GhostColor);
}
} // namespace navmesh
