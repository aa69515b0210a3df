#include "engine_core/navigation/survey/nav_islands.h"

#include "engine_core/base/disjoint_sets.h"
#include "engine_core/navigation/mesh/nav_mesh_state.h"
#include "engine_core/navigation/query/nav_query.h"
#include "engine_core/navigation/survey/nav_explore.h"

#include <algorithm>

namespace engine
{
namespace
{
struct Piece
{
    double area = 0;
    Aabb bounds;
    Vec3d middle{0};
};

Piece pieceOf(const dtMeshTile& tile, const dtPoly& polygon)
{
    Piece piece;
    const auto corner = [&](int i) {
        return fromDetour(&tile.verts[std::size_t{polygon.verts[i]} * 3]);
    };
    for (int i = 0; i < polygon.vertCount; ++i) {
        piece.bounds.add(corner(i));
        piece.middle += corner(i) / static_cast<double>(polygon.vertCount);
        if (i >= 2)
            piece.area +=
                glm::length(glm::cross(corner(i - 1) - corner(0), corner(i) - corner(0))) / 2;
    }
    return piece;
}

/// All polygons, counted through tile after tile, and which of them hang together.
struct Ground
{
    explicit Ground(const NavMesh& mesh);

    std::vector<NavPolygonRef> refs;
    std::vector<Piece> pieces;
    mutable DisjointSets sets{0}; ///< looking up shortens its ways
};

Ground::Ground(const NavMesh& mesh)
{
    const auto& state = mesh.state();
    const auto& detour = *state.detour;
    std::vector<std::uint32_t> firstOf(static_cast<std::size_t>(detour.getMaxTiles()), 0);
    std::uint32_t count = 0;
    for (const auto& [coord, ref] : state.refs) {
        const auto* tile = detour.getTileByRef(ref);
        firstOf[detour.decodePolyIdTile(detour.getPolyRefBase(tile))] = count;
        count += static_cast<std::uint32_t>(tile->header->offMeshBase);
    }
    sets = DisjointSets{count};
    for (const auto& [coord, ref] : state.refs) {
        const auto* tile = detour.getTileByRef(ref);
        const auto base = detour.getPolyRefBase(tile);
        for (int i = 0; i < tile->header->offMeshBase; ++i) {
            const auto index = static_cast<std::uint32_t>(pieces.size());
            const auto& polygon = tile->polys[i];
            refs.push_back(base | static_cast<NavPolygonRef>(i));
            pieces.push_back(pieceOf(*tile, polygon));
            for (auto at = polygon.firstLink; at != DT_NULL_LINK; at = tile->links[at].next) {
                const auto neighbour = tile->links[at].ref;
                const dtMeshTile* nextTile = nullptr;
                const dtPoly* next = nullptr;
                detour.getTileAndPolyByRefUnsafe(neighbour, &nextTile, &next);
                if (next->getType() == DT_POLYTYPE_GROUND)
                    sets.join(index, firstOf[detour.decodePolyIdTile(neighbour)] +
                                         detour.decodePolyIdPoly(neighbour));
            }
        }
    }
}

/// Onto the ground: polygons are flat, what they stand for need not be.
void putOnGround(const NavMesh& mesh,
                 const std::vector<NavPolygonRef>& polygons,
                 std::vector<NavIsland>& islands)
{
    const std::unique_ptr<dtNavMeshQuery, DetourFree> query{dtAllocNavMeshQuery()};
    constexpr int Nodes = 1; // no way is searched
    if (!query || dtStatusFailed(query->init(mesh.state().detour.get(), Nodes)))
        return;
    for (std::size_t i = 0; i < islands.size(); ++i) {
        DetourPoint closest{};
        const auto at = toDetour(islands[i].place);
        if (dtStatusSucceed(
                query->closestPointOnPoly(polygons[i], at.data(), closest.data(), nullptr)))
            islands[i].place = fromDetour(closest.data());
    }
}

enum class LinkSide
{
    Start,
    End
};

/// The polygons that a link stands on at that side.
std::vector<NavPolygonRef> groundOfLink(const NavMesh& mesh, NavPolygonRef link, LinkSide side)
{
    std::vector<NavPolygonRef> ground;
    const dtMeshTile* tile = nullptr;
    const dtPoly* polygon = nullptr;
    mesh.state().detour->getTileAndPolyByRefUnsafe(link, &tile, &polygon);
    for (auto at = polygon->firstLink; at != DT_NULL_LINK; at = tile->links[at].next)
        if ((tile->links[at].edge == 0) == (side == LinkSide::Start))
            ground.push_back(tile->links[at].ref);
    return ground;
}

/// The new place of each.
std::vector<std::uint32_t> sortBySize(std::vector<NavIsland>& islands)
{
    std::vector<std::uint32_t> order(islands.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return islands[a].area > islands[b].area; });
    std::vector<NavIsland> sorted;
    std::vector<std::uint32_t> rank(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        rank[order[i]] = i;
        sorted.push_back(islands[order[i]]);
    }
    islands = std::move(sorted);
    return rank;
}
} // namespace

NavIslands::NavIslands(const NavMesh& mesh)
{
    const Ground ground{mesh};
    std::vector<std::uint32_t> islandOf(ground.pieces.size(), ~0U);
    std::vector<double> biggest;
    std::vector<NavPolygonRef> biggestOf; // each island's biggest polygon
    for (std::uint32_t i = 0; i < ground.pieces.size(); ++i) {
        const auto& piece = ground.pieces[i];
        auto& island = islandOf[ground.sets.find(i)];
        if (island == ~0U) {
            island = static_cast<std::uint32_t>(m_islands.size());
            m_islands.emplace_back();
            biggest.push_back(-1);
            biggestOf.push_back(0);
        }
        auto& total = m_islands[island];
        total.area += piece.area;
        total.bounds.add(piece.bounds);
        ++total.polygons;
        if (piece.area > biggest[island]) {
            biggest[island] = piece.area;
            biggestOf[island] = ground.refs[i];
            total.place = piece.middle;
        }
    }
    putOnGround(mesh, biggestOf, m_islands);
    const auto rank = sortBySize(m_islands);
    m_byPolygon.reserve(ground.refs.size());
    for (std::uint32_t i = 0; i < ground.refs.size(); ++i)
        m_byPolygon.emplace_back(ground.refs[i], rank[islandOf[ground.sets.find(i)]]);
    std::sort(m_byPolygon.begin(), m_byPolygon.end());
}

std::optional<std::size_t> NavIslands::of(NavPolygonRef polygon) const
{
    const auto at = std::lower_bound(m_byPolygon.begin(), m_byPolygon.end(),
                                     std::pair{polygon, std::uint32_t{0}});
    if (at == m_byPolygon.end() || at->first != polygon)
        return std::nullopt;
    return at->second;
}

std::optional<std::size_t>
startIsland(const World& world, const NavMesh& mesh, const NavIslands& islands)
{
    const auto start = playerStartOf(world);
    const auto ground =
        start ? NavQuery{mesh, NavFilter::everything()}.nearest(*start) : std::nullopt;
    return ground ? islands.of(ground->polygon) : std::nullopt;
}

std::vector<bool> reachedIslands(const NavMesh& mesh, const NavIslands& islands, std::size_t from)
{
    const auto filter = NavFilter::of(mesh.config().profile.agent);
    std::vector<std::pair<std::size_t, std::size_t>> ways;
    for (const auto& link : mesh.links()) {
        if (!link.isConnected || !link.isEnabled ||
            filter.cost[static_cast<std::size_t>(link.area)] <= 0)
            continue;
        for (const auto start : groundOfLink(mesh, link.ref, LinkSide::Start))
            for (const auto end : groundOfLink(mesh, link.ref, LinkSide::End)) {
                const auto one = islands.of(start);
                const auto other = islands.of(end);
                if (!one || !other)
                    continue;
                ways.emplace_back(*one, *other);
                if (link.bothWays)
                    ways.emplace_back(*other, *one);
            }
    }
    std::vector<bool> isReached(islands.all().size());
    isReached[from] = true;
    for (bool grows = true; grows;) {
        grows = false;
        for (const auto& [here, there] : ways)
            if (isReached[here] && !isReached[there])
                grows = isReached[there] = true;
    }
    return isReached;
}

std::size_t homeIsland(const World& world, const NavMesh& mesh, const NavIslands& islands)
{
    return startIsland(world, mesh, islands).value_or(0);
}
} // namespace engine
