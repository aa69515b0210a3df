#include "engine_core/navigation/mesh/nav_file.h"

#include "engine_core/navigation/mesh/nav_mesh_state.h"
#include "engine_core/scene/checks/agent_names.h"

#include <cstring>
#include <optional>

namespace engine
{
namespace
{
constexpr std::string_view Magic = "MAPWRIGHT NAVMESH 1\n";
constexpr std::uintmax_t MostBytes = std::uintmax_t{1} << 30U;

template <typename T>
void put(std::string& bytes, T value)
{
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value); // NOLINT: plain numbers
}

/// Takes numbers from the front; nothing once there are not enough bytes.
class Reader
{
public:
    explicit Reader(std::string_view bytes) : m_bytes{bytes} {}

    template <typename T>
    T take()
    {
        T value{};
        const auto from = takeBytes(sizeof value);
        if (from.size() == sizeof value)
            std::memcpy(&value, from.data(), sizeof value);
        return value;
    }

    std::string_view takeBytes(std::size_t count)
    {
        if (count > m_bytes.size()) {
            m_isGood = false;
            m_bytes = {};
            return {};
        }
        const auto taken = m_bytes.substr(0, count);
        m_bytes.remove_prefix(count);
        return taken;
    }

    [[nodiscard]] bool isGood() const { return m_isGood; }

    [[nodiscard]] bool isAtEnd() const { return m_bytes.empty(); }

private:
    std::string_view m_bytes;
    bool m_isGood = true;
};

/// The parts of a tile's bytes, one after the other, as Detour lays them out.
struct TileParts
{
    const float* verts = nullptr;
    const dtPoly* polys = nullptr;
    const dtPolyDetail* detailMeshes = nullptr;
    const float* detailVerts = nullptr;
    const unsigned char* detailTris = nullptr;
    const dtBVNode* bvTree = nullptr;
    const dtOffMeshConnection* links = nullptr;
};

std::optional<TileParts> partsOf(std::span<const unsigned char> data, const dtMeshHeader& header)
{
    std::size_t at = sizeof(dtMeshHeader); // a multiple of four, as all the rest
    bool fits = true;
    const auto part = [&](int count, std::size_t size) {
        const auto begin = at;
        fits = fits && count >= 0 && static_cast<std::size_t>(count) <= data.size() / size;
        at += fits ? (static_cast<std::size_t>(count) * size + 3U) & ~std::size_t{3} : 0;
        fits = fits && at <= data.size();
        return data.data() + (fits ? begin : 0);
    };
    TileParts parts;
    // NOLINTBEGIN: Detour reads the bytes in the same way
    parts.verts = reinterpret_cast<const float*>(part(header.vertCount, 3 * sizeof(float)));
    parts.polys = reinterpret_cast<const dtPoly*>(part(header.polyCount, sizeof(dtPoly)));
    part(header.maxLinkCount, sizeof(dtLink));
    parts.detailMeshes =
        reinterpret_cast<const dtPolyDetail*>(part(header.detailMeshCount, sizeof(dtPolyDetail)));
    parts.detailVerts =
        reinterpret_cast<const float*>(part(header.detailVertCount, 3 * sizeof(float)));
    parts.detailTris = part(header.detailTriCount, 4);
    parts.bvTree = reinterpret_cast<const dtBVNode*>(part(header.bvNodeCount, sizeof(dtBVNode)));
    parts.links = reinterpret_cast<const dtOffMeshConnection*>(
        part(header.offMeshConCount, sizeof(dtOffMeshConnection)));
    // NOLINTEND
    return fits && at == data.size() ? std::optional{parts} : std::nullopt;
}

bool isGoodPolygon(const dtMeshHeader& header, const dtPoly& polygon, bool isLink)
{
    if (polygon.vertCount > DT_VERTS_PER_POLYGON || polygon.vertCount < (isLink ? 2 : 3) ||
        polygon.getArea() >= NavAreaCount ||
        (polygon.getType() == DT_POLYTYPE_OFFMESH_CONNECTION) != isLink)
        return false;
    for (int i = 0; i < polygon.vertCount; ++i) {
        const auto neighbour = polygon.neis[i];
        if (polygon.verts[i] >= header.vertCount ||
            ((neighbour & DT_EXT_LINK) == 0 && neighbour > header.polyCount))
            return false;
    }
    return true;
}

bool isGoodDetail(const dtMeshHeader& header, const TileParts& parts, int index)
{
    const auto& detail = parts.detailMeshes[index];
    const auto corners = parts.polys[index].vertCount;
    if (std::uint64_t{detail.vertBase} + detail.vertCount >
            static_cast<std::uint64_t>(header.detailVertCount) ||
        std::uint64_t{detail.triBase} + detail.triCount >
            static_cast<std::uint64_t>(header.detailTriCount))
        return false;
    bool hasRim = false; // Detour looks for the nearest edge of the rim and expects to find one
    for (unsigned t = 0; t < detail.triCount; ++t) {
        const auto* triangle = parts.detailTris + (std::size_t{detail.triBase} + t) * 4;
        for (int k = 0; k < 3; ++k) {
            if (triangle[k] >= corners + detail.vertCount)
                return false;
            hasRim = hasRim ||
                     (dtGetDetailTriEdgeFlags(triangle[3], k) & DT_DETAIL_EDGE_BOUNDARY) != 0;
        }
    }
    return hasRim;
}

/// So near that squares of distances are finite.
bool arePlaces(const float* verts, int count)
{
    return std::all_of(verts, verts + std::ptrdiff_t{3} * count, [](float number) {
        return std::abs(number) <= static_cast<float>(4 * WorldLimit);
    });
}

bool isGoodTree(const dtMeshHeader& header, const TileParts& parts)
{
    for (int i = 0; i < header.bvNodeCount; ++i) {
        const auto index = parts.bvTree[i].i;
        if (index >= header.polyCount ||
            (index < 0 && -std::int64_t{index} > header.bvNodeCount - i))
            return false;
    }
    return true;
}

/// Whether Detour can use the bytes without reading or writing anywhere else.
bool isGoodTile(const NavTile& tile)
{
    if (tile.data.size() < sizeof(dtMeshHeader))
        return false;
    dtMeshHeader header{};
    std::memcpy(&header, tile.data.data(), sizeof header);
    const auto parts = partsOf(tile.data, header);
    if (!parts || header.magic != DT_NAVMESH_MAGIC || header.version != DT_NAVMESH_VERSION ||
        header.x != tile.coord.x || header.y != tile.coord.z || header.layer != 0 ||
        header.polyCount < 1 || header.offMeshBase < 0 || header.offMeshConCount < 0 ||
        header.offMeshBase + std::int64_t{header.offMeshConCount} != header.polyCount ||
        header.detailMeshCount != header.offMeshBase ||
        static_cast<std::uint32_t>(header.offMeshBase) != tile.polygons ||
        static_cast<std::uint32_t>(header.offMeshConCount) > tile.links)
        return false;
    if (!arePlaces(header.bmin, 1) || !arePlaces(header.bmax, 1) ||
        !std::isfinite(header.bvQuantFactor) || !arePlaces(parts->verts, header.vertCount) ||
        !arePlaces(parts->detailVerts, header.detailVertCount))
        return false;
    for (int i = 0; i < header.polyCount; ++i)
        if (!isGoodPolygon(header, parts->polys[i], i >= header.offMeshBase) ||
            (i < header.offMeshBase && !isGoodDetail(header, *parts, i)))
            return false;
    for (int i = 0; i < header.offMeshConCount; ++i) {
        const auto& link = parts->links[i];
        if (link.poly < header.offMeshBase || link.poly >= header.polyCount ||
            !arePlaces(link.pos, 2) || !(link.rad >= 0 && link.rad <= float{WorldLimit}))
            return false;
    }
    // Free links are chained from the first to the last, so there has to be at least one.
    return header.maxLinkCount > 0 && isGoodTree(header, *parts);
}

Error damaged(const fs::path& file, const char* how)
{
    return Error{"'{}' is damaged: {}; build the navigation mesh again", file.string(), how};
}

Result<std::vector<NavTilePtr>> readTiles(Reader& reader, const fs::path& file)
{
    const auto count = reader.take<std::uint32_t>();
    std::vector<NavTilePtr> tiles;
    if (count > MaxNavTiles)
        return damaged(file, "it names more tiles than there can be");
    for (std::uint32_t i = 0; i < count; ++i) {
        auto tile = std::make_shared<NavTile>();
        tile->coord.x = reader.take<std::int32_t>();
        tile->coord.z = reader.take<std::int32_t>();
        tile->inputs = reader.take<ContentHash>();
        tile->polygons = reader.take<std::uint32_t>();
        tile->links = reader.take<std::uint32_t>();
        const auto bytes = reader.takeBytes(reader.take<std::uint32_t>());
        if (!reader.isGood())
            return damaged(file, "it ends too early");
        tile->data.assign(bytes.begin(), bytes.end());
        if (tile->data.empty() ? tile->polygons + tile->links > 0 : !isGoodTile(*tile))
            return damaged(file, "a tile does not hold together");
        if (!tile->data.empty())
            tile->hash = hashBytes(std::as_bytes(std::span{tile->data}));
        tiles.push_back(std::move(tile));
    }
    return tiles;
}
} // namespace

fs::path navMeshFileOf(const fs::path& scene, const std::string& agent)
{
    constexpr std::string_view Ending = ".scene.json";
    auto name = scene.filename().string();
    if (name.ends_with(Ending))
        name.resize(name.size() - Ending.size());
    return scene.parent_path() / (name + "." + agentFileName(agent) + ".navmesh");
}

Result<void> saveNavMesh(const NavMesh& mesh, ContentHash inputs, const fs::path& file)
{
    std::string body;
    put(body, mesh.config().hash());
    put(body, inputs);
    put(body, static_cast<std::uint32_t>(mesh.tiles().size()));
    for (const auto& [coord, tile] : mesh.tiles()) {
        put(body, coord.x);
        put(body, coord.z);
        put(body, tile->inputs);
        put(body, tile->polygons);
        put(body, tile->links);
        put(body, static_cast<std::uint32_t>(tile->data.size()));
        body.append(tile->data.begin(), tile->data.end());
    }
    std::string bytes{Magic};
    put(bytes, hashText(body));
    return writeFileAtomically(file, bytes + body);
}

Result<StoredNavMesh> loadNavMesh(const fs::path& file, const NavConfig& config)
{
    const auto bytes = readFile(file, MostBytes);
    if (!bytes)
        return bytes.error();
    if (!bytes->starts_with(Magic))
        return Error{"'{}' is no navigation mesh of this version", file.string()};
    Reader reader{std::string_view{*bytes}.substr(Magic.size())};
    const auto check = reader.take<ContentHash>();
    if (!reader.isGood() ||
        check != hashText(std::string_view{*bytes}.substr(Magic.size() + sizeof check)))
        return damaged(file, "its contents do not match its check sum");
    if (reader.take<ContentHash>() != config.hash())
        return Error{"'{}' was built for other measures of '{}' or other settings; build the "
                     "navigation mesh again",
                     file.string(), config.profile.name};
    StoredNavMesh stored{NavMesh{config}, reader.take<ContentHash>()};
    auto tiles = readTiles(reader, file);
    if (!tiles)
        return tiles.error();
    if (!reader.isAtEnd())
        return damaged(file, "there is more in it than it says");
    if (auto set = stored.mesh.setTiles(*std::move(tiles)); !set)
        return set.error().withContext("'{}' cannot be used", file.string());
    return stored;
}
} // namespace engine
