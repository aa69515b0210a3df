#include "engine_core/navigation/mesh/nav_mesh.h"

#include "engine_core/base/copy_on_write.h"
#include "engine_core/navigation/mesh/nav_mesh_state.h"
#include "engine_core/navigation/mesh/nav_seams.h"
#include "engine_core/navigation/mesh/nav_tile_builder.h"

#include <DetourAlloc.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace engine
{
namespace
{
/// Detour's references have 32 bits, of which it wants 10 for itself.
constexpr unsigned ReferenceBits = 22;
constexpr unsigned LeastTiles = 64;
constexpr unsigned LeastPolygons = 64;

unsigned bitsFor(std::size_t count)
{
    return static_cast<unsigned>(std::bit_width(std::bit_ceil(count)) - 1);
}

/// How many tiles and polygons a tile may have, with room to grow.
struct Capacity
{
    std::size_t tiles = LeastTiles;
    std::size_t polygons = LeastPolygons;

    [[nodiscard]] bool fits() const { return bitsFor(tiles) + bitsFor(polygons) <= ReferenceBits; }
};

Result<Capacity> capacityFor(const std::map<TileCoord, NavTilePtr>& tiles)
{
    std::size_t count = 1;
    std::size_t polygons = 1;
    for (const auto& [coord, tile] : tiles) {
        count += tile->data.empty() ? 0U : 1U;
        polygons = std::max<std::size_t>(polygons, tile->polygons + tile->links);
    }
    Capacity capacity{std::max<std::size_t>(std::bit_ceil(count), LeastTiles),
                      std::max<std::size_t>(std::bit_ceil(polygons), LeastPolygons)};
    if (!capacity.fits())
        return Error{"{} tiles with up to {} polygons each are more than a navigation mesh can "
                     "hold; take bigger cells, or put bounds volumes around what is walked on",
                     count, polygons};
    // Room to grow on both sides, so that tile updates need not begin anew.
    while (Capacity{capacity.tiles, capacity.polygons * 2}.fits() &&
           capacity.polygons < 4 * std::bit_ceil(polygons))
        capacity.polygons *= 2;
    while (Capacity{capacity.tiles * 2, capacity.polygons}.fits() &&
           capacity.tiles < 4 * std::bit_ceil(count))
        capacity.tiles *= 2;
    return capacity;
}

std::unique_ptr<dtNavMesh, DetourFree> makeDetour(const NavConfig& config, const Capacity& capacity)
{
    std::unique_ptr<dtNavMesh, DetourFree> mesh{dtAllocNavMesh()};
    dtNavMeshParams params{};
    params.tileWidth = static_cast<float>(config.tileSize());
    params.tileHeight = params.tileWidth;
    params.maxTiles = static_cast<int>(capacity.tiles);
    params.maxPolys = static_cast<int>(capacity.polygons);
    ENGINE_EXPECT(mesh && dtStatusSucceed(mesh->init(&params)));
    return mesh;
}

/// Detour writes its links into the bytes, so it gets a copy of its own.
bool addToDetour(NavMesh::State& state, const NavTile& tile)
{
    auto* bytes = static_cast<unsigned char*>(dtAlloc(tile.data.size(), DT_ALLOC_PERM));
    if (bytes == nullptr)
        return false;
    std::memcpy(bytes, tile.data.data(), tile.data.size());
    dtTileRef ref = 0;
    if (dtStatusFailed(state.detour->addTile(bytes, static_cast<int>(tile.data.size()),
                                             DT_TILE_FREE_DATA, 0, &ref))) {
        dtFree(bytes);
        return false;
    }
    partFloors(*state.detour, ref, state.config.cellHeight);
    state.refs[tile.coord] = ref;
    return true;
}

void removeFromDetour(NavMesh::State& state, TileCoord coord)
{
    const auto ref = state.refs.find(coord);
    if (ref == state.refs.end())
        return;
    state.detour->removeTile(ref->second, nullptr, nullptr);
    state.refs.erase(ref);
}

bool hasRoomFor(const NavMesh::State& state, const NavTile& tile)
{
    const auto& params = *state.detour->getParams();
    return state.refs.size() < static_cast<std::size_t>(params.maxTiles) &&
           tile.polygons + tile.links <= static_cast<std::size_t>(params.maxPolys);
}

void count(NavMesh::State& state, const NavTile& tile, bool isThere)
{
    state.polygons += isThere ? tile.polygons : -std::size_t{tile.polygons};
    state.links += isThere ? tile.links : -std::size_t{tile.links};
}

/// Detour anew with room for all tiles.
Result<void> beginAnew(NavMesh::State& state)
{
    const auto capacity = capacityFor(state.tiles);
    if (!capacity)
        return capacity.error();
    state.refs.clear();
    state.detour = makeDetour(state.config, *capacity);
    for (const auto& [coord, tile] : state.tiles)
        if (!tile->data.empty() && !addToDetour(state, *tile))
            return Error{"There is not enough memory for the navigation mesh"};
    return {};
}

using TileList = std::shared_ptr<std::vector<NavTilePtr>>;

/// The list with the tile in the place of another one; null where that would not be cheap.
TileList exchanged(TileList list, const NavTilePtr& tile)
{
    if (!list || isShared(list))
        return nullptr;
    const auto at =
        std::lower_bound(list->begin(), list->end(), tile->coord,
                         [](const auto& each, TileCoord coord) { return each->coord < coord; });
    if (at == list->end() || (*at)->coord != tile->coord)
        return nullptr;
    *at = tile;
    return list;
}

const dtMeshTile* detourTile(const NavMesh::State& state, TileCoord coord)
{
    const auto ref = state.refs.find(coord);
    return ref != state.refs.end() ? state.detour->getTileByRef(ref->second) : nullptr;
}

/// Calls `visit(polygon, ref)` for the ground of the tile that is not hidden.
template <typename Visit>
void forEachShown(const NavMesh::State& state, const dtMeshTile& tile, const Visit& visit)
{
    const auto base = state.detour->getPolyRefBase(&tile);
    for (int i = 0; i < tile.header->offMeshBase; ++i) {
        const auto ref = base | static_cast<NavPolygonRef>(i);
        if (!std::binary_search(state.hidden.begin(), state.hidden.end(), ref))
            visit(tile.polys[i], ref);
    }
}

NavPolygon polygonOf(const dtMeshTile& tile, const dtPoly& from, NavPolygonRef ref)
{
    NavPolygon polygon{
        ref, static_cast<NavArea>(from.getArea()), {tile.header->x, tile.header->y}, {}};
    for (int corner = 0; corner < from.vertCount; ++corner)
        polygon.corners.push_back(fromDetour(&tile.verts[std::size_t{from.verts[corner]} * 3]));
    return polygon;
}
} // namespace

NavMesh::NavMesh(NavConfig config) : m_state{std::make_unique<State>()}
{
    m_state->detour = makeDetour(config, {});
    m_state->config = std::move(config);
}

NavMesh::~NavMesh() = default;
NavMesh::NavMesh(NavMesh&&) noexcept = default;
NavMesh& NavMesh::operator=(NavMesh&&) noexcept = default;

const NavConfig& NavMesh::config() const
{
    return m_state->config;
}

void NavMesh::setAgent(const NavAgent& agent)
{
    m_state->config.profile.agent = agent;
}

Result<void> NavMesh::setTiles(std::vector<NavTilePtr> tiles)
{
    auto& state = *m_state;
    state.tiles.clear();
    state.list.reset();
    state.polygons = state.links = 0;
    ++state.revision;
    state.hidden.clear();
    for (auto& tile : tiles) {
        count(state, *tile, true);
        state.tiles[tile->coord] = std::move(tile);
    }
    auto done = beginAnew(state);
    if (!done) {
        state.tiles.clear();
        state.refs.clear();
        state.polygons = state.links = 0;
        state.detour = makeDetour(state.config, {});
    }
    return done;
}

Result<void> NavMesh::setTile(NavTilePtr tile)
{
    auto& state = *m_state;
    const auto coord = tile->coord;
    auto list = std::exchange(state.list, nullptr);
    removeTile(coord);
    const bool fits = tile->data.empty() || hasRoomFor(state, *tile);
    count(state, *tile, true);
    state.tiles[coord] = tile;
    state.list = exchanged(std::move(list), tile);
    const auto& added = *tile;
    if (fits && (added.data.empty() || addToDetour(state, added)))
        return {};
    auto done = beginAnew(state);
    if (!done) {
        removeTile(coord);
        if (const auto again = beginAnew(state); !again)
            return again.error();
    }
    return done;
}

void NavMesh::hide(std::vector<NavPolygonRef> polygons)
{
    std::sort(polygons.begin(), polygons.end());
    m_state->hidden = std::move(polygons);
}

void NavMesh::removeTile(TileCoord coord)
{
    auto& state = *m_state;
    ++state.revision;
    state.hidden.clear();
    const auto old = state.tiles.find(coord);
    if (old == state.tiles.end())
        return;
    state.list.reset();
    count(state, *old->second, false);
    removeFromDetour(state, coord);
    state.tiles.erase(old);
}

const std::map<TileCoord, NavTilePtr>& NavMesh::tiles() const
{
    return m_state->tiles;
}

NavTileList NavMesh::tileList() const
{
    if (!m_state->list) {
        auto list = std::make_shared<std::vector<NavTilePtr>>();
        list->reserve(m_state->tiles.size());
        for (const auto& [coord, tile] : m_state->tiles)
            list->push_back(tile);
        m_state->list = std::move(list);
    }
    return m_state->list;
}

std::size_t NavMesh::polygonCount() const
{
    return m_state->polygons;
}

std::size_t NavMesh::linkCount() const
{
    return m_state->links;
}

ContentHash NavMesh::contentHash() const
{
    Hasher hasher;
    for (const auto& [coord, tile] : m_state->tiles)
        if (!tile->data.empty())
            hasher.add(coord.x).add(coord.z).add(tile->hash);
    return hasher.result();
}

std::uint64_t NavMesh::revision() const
{
    return m_state->revision;
}

std::vector<NavPolygon> NavMesh::polygons(TileCoord coord) const
{
    std::vector<NavPolygon> all;
    const auto* tile = detourTile(*m_state, coord);
    if (tile == nullptr)
        return all;
    forEachShown(*m_state, *tile, [&](const dtPoly& polygon, NavPolygonRef ref) {
        all.push_back(polygonOf(*tile, polygon, ref));
    });
    return all;
}

std::vector<NavPolygon> NavMesh::polygons() const
{
    std::vector<NavPolygon> all;
    all.reserve(m_state->polygons);
    for (const auto& [coord, ref] : m_state->refs)
        for (auto& polygon : polygons(coord))
            all.push_back(std::move(polygon));
    return all;
}

std::optional<NavPolygon> NavMesh::polygon(NavPolygonRef ref) const
{
    const dtMeshTile* tile = nullptr;
    const dtPoly* found = nullptr;
    if (dtStatusFailed(m_state->detour->getTileAndPolyByRef(ref, &tile, &found)) ||
        found->getType() != DT_POLYTYPE_GROUND)
        return std::nullopt;
    return polygonOf(*tile, *found, ref);
}

std::vector<NavBorder> NavMesh::borders(TileCoord coord) const
{
    std::vector<NavBorder> all;
    const auto* tile = detourTile(*m_state, coord);
    if (tile == nullptr)
        return all;
    forEachShown(*m_state, *tile, [&](const dtPoly& from, NavPolygonRef ref) {
        const auto corners = polygonOf(*tile, from, ref).corners;
        std::vector<bool> isLinked(corners.size(), false);
        for (auto at = from.firstLink; at != DT_NULL_LINK; at = tile->links[at].next)
            if (tile->links[at].edge < corners.size())
                isLinked[tile->links[at].edge] = true;
        Vec3d middle{0};
        for (const auto& corner : corners)
            middle += corner / static_cast<double>(corners.size());
        for (std::size_t edge = 0; edge < corners.size(); ++edge)
            if (!isLinked[edge])
                all.push_back({ref, corners[edge], corners[(edge + 1) % corners.size()], middle});
    });
    return all;
}

std::vector<NavFacets> NavMesh::facets(TileCoord coord) const
{
    std::vector<NavFacets> all;
    const auto* tile = detourTile(*m_state, coord);
    if (tile == nullptr)
        return all;
    forEachShown(*m_state, *tile, [&](const dtPoly& polygon, NavPolygonRef) {
        const auto& detail = tile->detailMeshes[&polygon - tile->polys];
        const auto place = [&](unsigned char index) {
            const float* at = index < polygon.vertCount
                                  ? &tile->verts[std::size_t{polygon.verts[index]} * 3]
                                  : &tile->detailVerts[(std::size_t{detail.vertBase} + index -
                                                        polygon.vertCount) *
                                                       3];
            return Vec3f{at[0], at[1], at[2]};
        };
        auto& facets = all.emplace_back();
        for (unsigned t = 0; t < detail.triCount; ++t) {
            const auto* triangle = &tile->detailTris[(std::size_t{detail.triBase} + t) * 4];
            for (int k = 0; k < 3; ++k) {
                facets.corners.push_back(place(triangle[k]));
                if ((dtGetDetailTriEdgeFlags(triangle[3], k) & DT_DETAIL_EDGE_BOUNDARY) == 0)
                    continue;
                facets.rim.push_back(place(triangle[k]));
                facets.rim.push_back(place(triangle[(k + 1) % 3]));
            }
        }
    });
    return all;
}

std::vector<Vec3f> NavMesh::surface(TileCoord coord) const
{
    std::vector<Vec3f> corners;
    for (const auto& facets : facets(coord))
        corners.insert(corners.end(), facets.corners.begin(), facets.corners.end());
    return corners;
}

std::vector<NavMeshLink> NavMesh::links() const
{
    std::vector<NavMeshLink> all;
    for (const auto& [coord, ref] : m_state->refs) {
        const auto* tile = m_state->detour->getTileByRef(ref);
        const auto base = m_state->detour->getPolyRefBase(tile);
        for (int i = 0; i < tile->header->offMeshConCount; ++i) {
            const auto& link = tile->offMeshCons[i];
            const auto& polygon = tile->polys[link.poly];
            bool hasStart = false;
            bool hasEnd = false;
            for (auto at = polygon.firstLink; at != DT_NULL_LINK; at = tile->links[at].next)
                (tile->links[at].edge == 0 ? hasStart : hasEnd) = true;
            all.push_back({base | link.poly, EntityId{link.userId},
                           static_cast<NavArea>(polygon.getArea()), fromDetour(link.pos),
                           fromDetour(link.pos + 3), (link.flags & DT_OFFMESH_CON_BIDIR) != 0,
                           (polygon.flags & NavDisabledFlag) == 0, hasStart && hasEnd});
        }
    }
    return all;
}

std::size_t NavMesh::bytes() const
{
    std::size_t sum = 0;
    for (const auto& [coord, tile] : m_state->tiles)
        sum += tile->data.size();
    return sum;
}
} // namespace engine
