#include "engine_core/navigation/survey/nav_draw.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace engine
{
namespace
{
constexpr float Lift = 0.04F; ///< metres above the ground, so that they do not flicker
constexpr float Opacity = 0.38F;
constexpr DrawColor EdgeColor{0.05F, 0.12F, 0.2F, 0.55F};
constexpr DrawColor LinkColor{0.3F, 0.9F, 0.45F, 0.95F};
constexpr DrawColor BrokenColor{0.95F, 0.25F, 0.2F, 1.0F};
constexpr DrawColor DisabledColor{0.6F, 0.6F, 0.6F, 0.8F};

constexpr std::array<DrawColor, 8> Islands{{{0.2F, 0.55F, 0.95F, Opacity},
                                            {0.95F, 0.65F, 0.2F, Opacity},
                                            {0.4F, 0.8F, 0.35F, Opacity},
                                            {0.85F, 0.35F, 0.75F, Opacity},
                                            {0.95F, 0.85F, 0.25F, Opacity},
                                            {0.3F, 0.8F, 0.8F, Opacity},
                                            {0.9F, 0.4F, 0.35F, Opacity},
                                            {0.6F, 0.5F, 0.9F, Opacity}}};

constexpr double ClearanceStep = 0.25; ///< metres
constexpr int ClearanceBands = 17;     ///< four metres
constexpr double FastTile = 0.0005;    ///< seconds
constexpr double LeastSlow = 0.001;    ///< seconds

Vec3f lifted(const Vec3d& place)
{
    return Vec3f{place} + Vec3f{0, Lift, 0};
}

void drawFill(DebugDraw& draw, const NavFacets& facets, DrawColor color)
{
    const Vec3f up{0, Lift, 0};
    const auto& corners = facets.corners;
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
        draw.triangles.push_back({corners[i] + up, corners[i + 1] + up, corners[i + 2] + up, color,
                                  DebugDraw::Depth::Tested});
}

void drawEdges(DebugDraw& draw, const NavFacets& facets)
{
    const Vec3f up{0, Lift, 0};
    for (std::size_t i = 0; i + 1 < facets.rim.size(); i += 2)
        draw.lines.push_back(
            {facets.rim[i] + up, facets.rim[i + 1] + up, EdgeColor, 1, DebugDraw::Depth::Tested});
}

void drawSlope(DebugDraw& draw, const NavMesh& mesh, TileCoord tile)
{
    const double steepest = std::max(mesh.config().profile.agent.maxSlope, 1.0);
    const auto corners = mesh.surface(tile);
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
        const Vec3d normal =
            glm::cross(Vec3d{corners[i + 1] - corners[i]}, Vec3d{corners[i + 2] - corners[i]});
        const double length = glm::length(normal);
        const double slope =
            length > 0 ? degrees(std::acos(std::min(std::abs(normal.y) / length, 1.0))) : 0;
        const Vec3f up{0, Lift, 0};
        draw.triangles.push_back({corners[i] + up, corners[i + 1] + up, corners[i + 2] + up,
                                  navHeat(slope / steepest), DebugDraw::Depth::Tested});
    }
}

/// On a scale on which twice as long is always the same step.
DrawColor buildTimeColor(double seconds, double slowest)
{
    const double at = std::log(std::max(seconds, FastTile) / FastTile);
    return navHeat(at / std::log(std::max(slowest, LeastSlow) / FastTile));
}

void drawBuildTime(DebugDraw& draw, const NavMesh& mesh, TileCoord coord, double slowest)
{
    const auto& tile = *mesh.tiles().at(coord);
    const auto all = mesh.facets(coord);
    for (const auto& facets : all)
        drawFill(draw, facets, buildTimeColor(tile.seconds, slowest));
    if (all.empty() || all.front().corners.empty())
        return;
    auto middle = tileBounds(mesh.config(), coord).center();
    middle.y = double{all.front().corners.front().y} + 0.5;
    auto color = buildTimeColor(tile.seconds, slowest);
    color.a = 1;
    draw.labels.push_back({Vec3f{middle}, fmt::format("{:.1f} ms", tile.seconds * 1000), color});
}
} // namespace

DrawColor navIslandColor(std::size_t island, std::size_t home)
{
    const auto rank = island == home ? 0 : island < home ? island + 1 : island;
    return Islands[rank == 0 ? 0 : 1 + (rank - 1) % (Islands.size() - 1)];
}

DrawColor navAreaColor(NavArea area)
{
    switch (area) {
    case NavArea::Ground:
        return {0.2F, 0.55F, 0.95F, Opacity};
    case NavArea::Grass:
        return {0.4F, 0.8F, 0.35F, Opacity};
    case NavArea::Water:
        return {0.1F, 0.8F, 0.85F, Opacity};
    case NavArea::Door:
        return {0.95F, 0.65F, 0.2F, Opacity};
    case NavArea::Jump:
        return {0.95F, 0.85F, 0.25F, Opacity};
    case NavArea::Blocked:
        break;
    }
    return {0.9F, 0.3F, 0.3F, Opacity};
}

void drawNavBow(DebugDraw& draw, const Vec3d& from, const Vec3d& to, DrawColor color)
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

DrawColor navAgentColor(std::size_t index)
{
    return Islands[index % Islands.size()];
}

DrawColor navHeat(double fraction)
{
    const auto at = static_cast<float>(std::clamp(fraction, 0.0, 1.0) * 2);
    return at < 1 ? DrawColor{0.25F + 0.7F * at, 0.75F, 0.3F, Opacity}
                  : DrawColor{0.95F, 0.75F - 0.5F * (at - 1), 0.25F, Opacity};
}

double navSlowest(const NavMesh& mesh)
{
    double slowest = LeastSlow;
    for (const auto& [coord, tile] : mesh.tiles())
        if (tile->polygons > 0) // others have no colour
            slowest = std::max(slowest, tile->seconds);
    return slowest;
}

DrawColor NavTileColors::of(const NavPolygon& polygon) const
{
    if (one)
        return *one;
    return coloring == NavColoring::Islands
               ? navIslandColor(islands.of(polygon.ref).value_or(0), home)
               : navAreaColor(polygon.area);
}

void drawNavTile(DebugDraw& draw, const NavMesh& mesh, TileCoord tile, const NavTileColors& colors)
{
    const bool isPlain = colors.one.has_value() || colors.coloring == NavColoring::Islands ||
                         colors.coloring == NavColoring::Areas;
    const auto polygons = mesh.polygons(tile);
    const auto facets = mesh.facets(tile);
    for (std::size_t i = 0; i < polygons.size(); ++i) {
        if (isPlain)
            drawFill(draw, facets[i], colors.of(polygons[i]));
        drawEdges(draw, facets[i]);
    }
    if (isPlain)
        return;
    if (colors.coloring == NavColoring::Slope)
        drawSlope(draw, mesh, tile);
    else if (colors.coloring == NavColoring::BuildTime)
        drawBuildTime(draw, mesh, tile, colors.slowest);
    else
        drawNavStrips(draw, navClearance(mesh, tile, ClearanceStep, ClearanceBands),
                      [](int band) { return navHeat(1 - band / (ClearanceBands - 1.0)); });
}

void drawNavLinks(DebugDraw& draw, const NavMesh& mesh)
{
    for (const auto& link : mesh.links())
        drawNavBow(draw, link.from, link.to,
                   !link.isEnabled    ? DisabledColor
                   : link.isConnected ? LinkColor
                                      : BrokenColor);
}

void drawNavBorders(DebugDraw& draw, const NavMesh& mesh, TileCoord tile, DrawColor color)
{
    color.a = 1;
    for (const auto& border : mesh.borders(tile))
        draw.lines.push_back(
            {lifted(border.from), lifted(border.to), color, 2, DebugDraw::Depth::Dimmed});
}

void drawNavStrips(DebugDraw& draw,
                   const NavStrips& strips,
                   const std::function<DrawColor(int band)>& color)
{
    const double half = strips.cellSize() / 2;
    for (const auto& strip : strips.all()) {
        const auto corner = [&](const Vec3d& at, double x, double z) {
            return lifted(at + Vec3d{x * half, 0.01, z * half});
        };
        const auto a = corner(strip.from, -1, -1);
        const auto b = corner(strip.from, -1, 1);
        const auto c = corner(strip.to, 1, 1);
        const auto d = corner(strip.to, 1, -1);
        const auto fill = color(strip.band);
        draw.triangles.push_back({a, b, c, fill, DebugDraw::Depth::Tested});
        draw.triangles.push_back({a, c, d, fill, DebugDraw::Depth::Tested});
    }
}

void drawNavMesh(DebugDraw& draw,
                 const NavMesh& mesh,
                 const NavIslands& islands,
                 std::size_t home,
                 NavColoring coloring)
{
    const double slowest = navSlowest(mesh);
    for (const auto& [coord, tile] : mesh.tiles())
        drawNavTile(draw, mesh, coord, {coloring, islands, home, std::nullopt, slowest});
    drawNavLinks(draw, mesh);
}
} // namespace engine
