#include "engine_core/navigation/nav_islands.h"

#include "engine_core/navigation/nav_mesh_state.h"

#include <algorithm>
#include <numeric>

namespace engine
{
namespace
{
/// Sets that grow together (Tarjan's union-find with path halving).
class Sets
{
public:
    explicit Sets(std::size_t count) : m_parents(count)
    {
        std::iota(m_parents.begin(), m_parents.end(), 0U);
    }

    std::uint32_t find(std::uint32_t at)
    {
        while (m_parents[at] != at)
            at = m_parents[at] = m_parents[m_parents[at]];
        return at;
    }

    void join(std::uint32_t a, std::uint32_t b)
    {
        a = find(a);
        b = find(b);
        m_parents[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<std::uint32_t> m_parents;
};

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
} // namespace

NavIslands::NavIslands(const NavMesh& mesh)
{
    const auto& state = mesh.state();
    const auto& detour = *state.detour;
    // Polygons are counted through, tile after tile.
    std::vector<std::uint32_t> firstOf(static_cast<std::size_t>(detour.getMaxTiles()), 0);
    std::vector<const dtMeshTile*> tiles;
    std::uint32_t count = 0;
    for (const auto& [coord, ref] : state.refs) {
        tiles.push_back(detour.getTileByRef(ref));
        firstOf[detour.decodePolyIdTile(detour.getPolyRefBase(tiles.back()))] = count;
        count += static_cast<std::uint32_t>(tiles.back()->header->offMeshBase);
    }
    Sets sets{count};
    std::vector<Piece> pieces;
    pieces.reserve(count);
    m_byPolygon.reserve(count);
    for (const auto* tile : tiles) {
        const auto base = detour.getPolyRefBase(tile);
        for (int i = 0; i < tile->header->offMeshBase; ++i) {
            const auto index = static_cast<std::uint32_t>(pieces.size());
            const auto& polygon = tile->polys[i];
            m_byPolygon.emplace_back(base | static_cast<NavPolygonRef>(i), index);
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

    std::vector<std::uint32_t> islandOf(count, ~0U);
    std::vector<double> biggest;
    for (std::uint32_t i = 0; i < count; ++i) {
        auto& island = islandOf[sets.find(i)];
        if (island == ~0U) {
            island = static_cast<std::uint32_t>(m_islands.size());
            m_islands.emplace_back();
            biggest.push_back(-1);
        }
        auto& total = m_islands[island];
        total.area += pieces[i].area;
        total.bounds.add(pieces[i].bounds);
        ++total.polygons;
        if (pieces[i].area > biggest[island]) {
            biggest[island] = pieces[i].area;
            total.place = pieces[i].middle;
        }
    }
    std::vector<std::uint32_t> order(m_islands.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return m_islands[a].area > m_islands[b].area; });
    std::vector<NavIsland> sorted;
    std::vector<std::uint32_t> rank(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        rank[order[i]] = i;
        sorted.push_back(m_islands[order[i]]);
    }
    m_islands = std::move(sorted);
    for (auto& [ref, index] : m_byPolygon)
        index = rank[islandOf[sets.find(index)]];
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
} // namespace engine
