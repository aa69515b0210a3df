#include "engine_core/navigation/nav_draw.h"

#include <array>

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

void drawPolygon(DebugDraw& draw, const NavPolygon& polygon, DrawColor color)
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

void drawNavMesh(DebugDraw& draw,
                 const NavMesh& mesh,
                 const NavIslands& islands,
                 std::size_t home,
                 NavColoring coloring)
{
    for (const auto& polygon : mesh.polygons())
        drawPolygon(draw, polygon,
                    coloring == NavColoring::Areas
                        ? navAreaColor(polygon.area)
                        : navIslandColor(islands.of(polygon.ref).value_or(0), home));
    for (const auto& link : mesh.links())
        drawNavBow(draw, link.from, link.to,
                   !link.isEnabled    ? DisabledColor
                   : link.isConnected ? LinkColor
                                      : BrokenColor);
}
} // namespace engine
