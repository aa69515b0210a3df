#include "engine_core/navigation/mesh/nav_stages.h"

#include "engine_core/navigation/mesh/nav_stage_watcher.h"
#include "engine_core/navigation/survey/nav_draw.h"

#include <Recast.h>

#include <algorithm>

namespace engine
{
namespace
{
constexpr DrawColor SteepColor{0.5F, 0.5F, 0.52F, 0.5F};
constexpr DrawColor InnerColor{0.2F, 0.5F, 0.8F, 0.9F};
constexpr DrawColor OuterColor{0.95F, 0.85F, 0.3F, 1};
constexpr float Lift = 0.05F; ///< metres, so that it does not flicker on the floor

DrawColor solid(DrawColor color)
{
    color.a = 1;
    return color;
}

/// Draws one stage while the build goes through it.
class StageDrawer final : public NavStageWatcher
{
public:
    StageDrawer(const NavConfig& config, NavStage stage) : m_config{config}, m_stage{stage} {}

    DebugDraw draw;

    void seeHeights(const rcHeightfield& field, const Vec3d& origin) override
    {
        if (m_stage != NavStage::Heightfield)
            return;
        NavStrips strips{m_config.cellSize};
        const int border = m_config.borderCells();
        for (int z = border; z < field.height - border; ++z)
            for (int x = border; x < field.width - border; ++x)
                for (const auto* span = field.spans[x + z * field.width]; span != nullptr;
                     span = span->next)
                    strips.add(origin + Vec3d{(x + 0.5) * field.cs, span->smax * double{field.ch},
                                              (z + 0.5) * field.cs},
                               static_cast<int>(span->area));
        drawNavStrips(draw, strips, [](int area) {
            return area == RC_NULL_AREA ? SteepColor : navAreaColor(static_cast<NavArea>(area - 1));
        });
    }

    void seeGround(const rcCompactHeightfield& space,
                   const rcContourSet& contours,
                   const rcPolyMesh& polygons,
                   const rcPolyMeshDetail& detail) override
    {
        if (m_stage == NavStage::Distance)
            drawDistances(space);
        else if (m_stage == NavStage::Regions)
            drawRegions(space);
        else if (m_stage == NavStage::Contours)
            drawContours(contours);
        else if (m_stage == NavStage::Polygons)
            drawPolygons(polygons);
        else if (m_stage == NavStage::Detail)
            drawDetail(detail);
    }

private:
    /// Calls visit(place, index of the span) for the tile's own ground, row by row.
    template <typename Visit>
    static void forEachSpan(const rcCompactHeightfield& space, const Visit& visit)
    {
        const int border = space.borderSize;
        for (int z = border; z < space.height - border; ++z)
            for (int x = border; x < space.width - border; ++x) {
                const auto& column = space.cells[x + z * space.width];
                const auto end = static_cast<unsigned>(column.index + column.count);
                for (unsigned i = column.index; i < end; ++i)
                    if (space.areas[i] != RC_NULL_AREA)
                        visit(Vec3d{space.bmin[0] + (x + 0.5) * space.cs,
                                    space.bmin[1] + space.spans[i].y * double{space.ch},
                                    space.bmin[2] + (z + 0.5) * space.cs},
                              i);
            }
    }

    void drawDistances(const rcCompactHeightfield& space)
    {
        if (space.dist == nullptr)
            return;
        NavStrips strips{m_config.cellSize};
        forEachSpan(space, [&](const Vec3d& at, unsigned i) { strips.add(at, space.dist[i]); });
        const double most = std::max<double>(space.maxDistance, 1);
        drawNavStrips(draw, strips, [&](int distance) { return navHeat(1 - distance / most); });
    }

    void drawRegions(const rcCompactHeightfield& space)
    {
        NavStrips strips{m_config.cellSize};
        forEachSpan(space,
                    [&](const Vec3d& at, unsigned i) { strips.add(at, space.spans[i].reg); });
        drawNavStrips(draw, strips, [](int region) {
            return region == 0 ? SteepColor : navAgentColor(static_cast<std::size_t>(region));
        });
    }

    template <typename Set, typename Number>
    static Vec3d placeIn(const Set& set, const Number* corner)
    {
        return {set.bmin[0] + corner[0] * double{set.cs},
                set.bmin[1] + corner[1] * double{set.ch} + Lift,
                set.bmin[2] + corner[2] * double{set.cs}};
    }

    void drawContours(const rcContourSet& contours)
    {
        const auto ring = [&](const int* corners, int count, DrawColor color, float width) {
            for (int i = 0; i < count; ++i)
                draw.line(placeIn(contours, corners + std::ptrdiff_t{i} * 4),
                          placeIn(contours, corners + std::ptrdiff_t{(i + 1) % count} * 4), color,
                          width);
        };
        for (int i = 0; i < contours.nconts; ++i) {
            const auto& contour = contours.conts[i];
            const auto color = solid(navAgentColor(contour.reg));
            ring(contour.rverts, contour.nrverts, SteepColor, 1);
            ring(contour.verts, contour.nverts, color, 3);
            for (int corner = 0; corner < contour.nverts; ++corner)
                draw.point(placeIn(contours, contour.verts + std::ptrdiff_t{corner} * 4), color, 5,
                           DebugDraw::Depth::Tested);
        }
    }

    void drawPolygons(const rcPolyMesh& mesh)
    {
        for (int i = 0; i < mesh.npolys; ++i) {
            const auto* polygon = mesh.polys + std::ptrdiff_t{i} * mesh.nvp * 2;
            int count = 0;
            while (count < mesh.nvp && polygon[count] != RC_MESH_NULL_IDX)
                ++count;
            for (int edge = 0; edge < count; ++edge) {
                const auto corner = [&](int k) {
                    return placeIn(mesh, mesh.verts + std::ptrdiff_t{polygon[k % count]} * 3);
                };
                const bool isInner = (polygon[mesh.nvp + edge] & 0x8000) == 0;
                draw.line(corner(edge), corner(edge + 1), isInner ? InnerColor : OuterColor,
                          isInner ? 1.5F : 3);
            }
        }
    }

    void drawDetail(const rcPolyMeshDetail& detail)
    {
        for (int i = 0; i < detail.nmeshes; ++i) {
            const auto* part = detail.meshes + std::ptrdiff_t{i} * 4;
            for (unsigned t = 0; t < part[3]; ++t) {
                const auto* triangle = detail.tris + (std::size_t{part[2]} + t) * 4;
                const auto corner = [&](int k) {
                    const auto* at = detail.verts + (std::size_t{part[0]} + triangle[k % 3]) * 3;
                    return Vec3d{at[0], at[1] + Lift, at[2]};
                };
                for (int k = 0; k < 3; ++k)
                    draw.line(corner(k), corner(k + 1), InnerColor);
            }
        }
    }

    const NavConfig& m_config;
    NavStage m_stage;
};
} // namespace

const char* navStageName(NavStage stage)
{
    switch (stage) {
    case NavStage::Heightfield:
        return "Heightfield";
    case NavStage::Distance:
        return "Distance field";
    case NavStage::Regions:
        return "Regions";
    case NavStage::Contours:
        return "Contours";
    case NavStage::Polygons:
        return "Polygons";
    case NavStage::Detail:
        break;
    }
    return "Detail";
}

DebugDraw drawNavStage(const NavTileInput& input, NavStage stage)
{
    StageDrawer drawer{input.config, stage};
    static_cast<void>(buildNavTile(input, &drawer));
    return std::move(drawer.draw);
}
} // namespace engine
