#include "engine_core/navigation/search/nav_graph.h"

#include "engine_core/navigation/mesh/nav_mesh_state.h"
#include "engine_core/navigation/mesh/nav_tile_builder.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
constexpr double CostsPerMetre = 1000;

Vec3d cornerOf(const dtMeshTile& tile, const dtPoly& polygon, int corner)
{
    return fromDetour(&tile.verts[std::size_t{polygon.verts[corner]} * 3]);
}

/// Where two polygons meet; at the border of a tile only a part of the edge.
Vec3d middleOfEdge(const dtMeshTile& tile, const dtPoly& polygon, const dtLink& link)
{
    const auto a = cornerOf(tile, polygon, link.edge);
    const auto b = cornerOf(tile, polygon, (link.edge + 1) % polygon.vertCount);
    constexpr unsigned char NoSide = 0xff;
    const double part = link.side == NoSide ? 0.5 : (link.bmin + link.bmax) / 510.0;
    return a + (b - a) * part;
}

bool leadsBothWays(const dtMeshTile& tile, unsigned polygonIndex)
{
    const auto link = polygonIndex - static_cast<unsigned>(tile.header->offMeshBase);
    return (tile.offMeshCons[link].flags & DT_OFFMESH_CON_BIDIR) != 0;
}
} // namespace

/// Goes through the mesh once and sorts the ways by the polygon that they lead out of.
class NavGraph::Collector
{
public:
    Collector(const dtNavMesh& mesh, const NavFilter& filter) : m_mesh{mesh}, m_filter{filter}
    {
        for (int i = 0; i < mesh.getMaxTiles(); ++i)
            if (const auto* tile = mesh.getTile(i); tile->header != nullptr)
                for (unsigned polygon = 0; polygon < static_cast<unsigned>(tile->header->polyCount);
                     ++polygon)
                    addWaysOf(*tile, polygon);
        std::stable_sort(m_found.begin(), m_found.end(),
                         [](const auto& a, const auto& b) { return a.from < b.from; });
    }

    void moveTo(std::vector<Way>& ways, std::unordered_map<NavPolygonRef, Range>& out)
    {
        for (auto& each : m_found) {
            auto& range = out[each.from];
            if (range.count++ == 0)
                range.first = static_cast<std::uint32_t>(ways.size());
            ways.push_back(each.way);
        }
    }

    [[nodiscard]] double priceOf(NavPolygonRef ref) const
    {
        const dtMeshTile* tile = nullptr;
        const dtPoly* polygon = nullptr;
        if (dtStatusFailed(m_mesh.getTileAndPolyByRef(ref, &tile, &polygon)) ||
            ((polygon->flags & NavDisabledFlag) != 0 && !m_filter.usesDisabledLinks))
            return 0;
        return m_filter.cost[polygon->getArea()];
    }

private:
    struct Found
    {
        NavPolygonRef from = 0;
        Way way;
    };

    void add(NavPolygonRef from, NavPolygonRef to, const Vec3d& place)
    {
        if (const double price = priceOf(to); price > 0)
            m_found.push_back({from, {to, place, price}});
    }

    void addWaysOf(const dtMeshTile& tile, unsigned index)
    {
        const auto& polygon = tile.polys[index];
        const auto ref = m_mesh.getPolyRefBase(&tile) | index;
        const bool isLink = polygon.getType() == DT_POLYTYPE_OFFMESH_CONNECTION;
        for (auto at = polygon.firstLink; at != DT_NULL_LINK; at = tile.links[at].next) {
            const auto& link = tile.links[at];
            constexpr unsigned char ToOffMesh = 0xff; // known from the off-mesh polygon's side
            if (link.ref == 0 || link.edge == ToOffMesh)
                continue;
            if (!isLink) {
                add(ref, link.ref, middleOfEdge(tile, polygon, link));
                continue;
            }
            const auto end = cornerOf(tile, polygon, link.edge);
            const bool bothWays = leadsBothWays(tile, index);
            if (link.edge == 1 || bothWays)
                add(ref, link.ref, end);
            if (link.edge == 0 || bothWays)
                add(link.ref, ref, end);
        }
    }

    const dtNavMesh& m_mesh;
    const NavFilter& m_filter;
    std::vector<Found> m_found;
};

NavGraph::NavGraph(const NavMesh& mesh,
                   const NavFilter& filter,
                   const NavPoint& from,
                   const NavPoint& to)
{
    Collector collector{*mesh.state().detour, filter};
    m_ways.push_back({from.polygon, from.position, std::max(1.0, collector.priceOf(from.polygon))});
    m_ways.push_back({to.polygon, to.position, 1});
    collector.moveTo(m_ways, m_out);
    for (const double price : filter.cost)
        if (price > 0)
            m_lowestPrice = std::min(m_lowestPrice, price);
}

GraphNode NavGraph::nodeCount() const
{
    return static_cast<GraphNode>(m_ways.size());
}

bool NavGraph::isGoal(GraphNode node) const
{
    return node == Goal;
}

std::uint32_t NavGraph::estimate(GraphNode node) const
{
    const double metres = glm::distance(m_ways[node].place, m_ways[Goal].place);
    return static_cast<std::uint32_t>(metres * m_lowestPrice * CostsPerMetre);
}

void NavGraph::findSteps(GraphNode from, std::vector<GraphStep>& steps) const
{
    steps.clear();
    const auto& way = m_ways[from];
    const auto add = [&](GraphNode to) {
        const double metres = glm::distance(way.place, m_ways[to].place);
        // Rounded up, so that no estimate, which is rounded down, is ever more than the steps.
        steps.push_back(
            {to, static_cast<std::uint32_t>(std::ceil(metres * way.price * CostsPerMetre))});
    };
    if (way.to == m_ways[Goal].to)
        add(Goal);
    if (const auto out = m_out.find(way.to); out != m_out.end())
        for (std::uint32_t i = 0; i < out->second.count; ++i)
            add(out->second.first + i);
}
} // namespace engine
