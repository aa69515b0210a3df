#include "tests/benchmarks/bare_recast.h"

#include <DetourAlloc.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <Recast.h>

#include <algorithm>
#include <memory>

namespace mapwright::bench
{
using namespace engine;

namespace
{
template <typename T, void (*Free)(T*)>
struct Freed
{
    void operator()(T* object) const { Free(object); }
};

template <typename T, void (*Free)(T*)>
using Owned = std::unique_ptr<T, Freed<T, Free>>;

/// The settings of a build in Recast's own words.
rcConfig recastConfig(const NavConfig& from, TileCoord tile, const Aabb& bounds)
{
    rcConfig config{};
    config.cs = static_cast<float>(from.cellSize);
    config.ch = static_cast<float>(from.cellHeight);
    config.walkableSlopeAngle = static_cast<float>(from.profile.agent.maxSlope);
    config.walkableHeight = from.heightCells;
    config.walkableClimb = from.stepCells;
    config.walkableRadius = from.radiusCells;
    config.maxEdgeLen = from.maxEdgeCells;
    config.maxSimplificationError = static_cast<float>(from.maxEdgeError);
    config.minRegionArea = from.minRegionCells;
    config.mergeRegionArea = from.mergeRegionCells;
    config.maxVertsPerPoly = DT_VERTS_PER_POLYGON;
    config.tileSize = from.tileCells;
    config.borderSize = from.borderCells();
    config.width = config.height = config.tileSize + 2 * config.borderSize;
    config.detailSampleDist = static_cast<float>(from.detailDistance);
    config.detailSampleMaxError = static_cast<float>(from.detailError);
    const auto reach = tileReach(from, tile);
    const std::array<double, 3> min{reach.min.x, bounds.min.y, reach.min.z};
    const std::array<double, 3> max{reach.max.x, bounds.max.y + from.profile.agent.height,
                                    reach.max.z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        config.bmin[axis] = static_cast<float>(min[axis]);
        config.bmax[axis] = static_cast<float>(max[axis]);
    }
    return config;
}

std::vector<unsigned char> makeData(const NavConfig& from,
                                    const rcConfig& config,
                                    TileCoord tile,
                                    rcPolyMesh& mesh,
                                    const rcPolyMeshDetail& detail)
{
    for (int i = 0; i < mesh.npolys; ++i) {
        mesh.areas[i] = 0;
        mesh.flags[i] = 1;
    }
    dtNavMeshCreateParams params{};
    params.verts = mesh.verts;
    params.vertCount = mesh.nverts;
    params.polys = mesh.polys;
    params.polyAreas = mesh.areas;
    params.polyFlags = mesh.flags;
    params.polyCount = mesh.npolys;
    params.nvp = mesh.nvp;
    params.detailMeshes = detail.meshes;
    params.detailVerts = detail.verts;
    params.detailVertsCount = detail.nverts;
    params.detailTris = detail.tris;
    params.detailTriCount = detail.ntris;
    params.tileX = tile.x;
    params.tileY = tile.z;
    std::copy_n(mesh.bmin, 3, params.bmin);
    std::copy_n(mesh.bmax, 3, params.bmax);
    params.walkableHeight = static_cast<float>(from.profile.agent.height);
    params.walkableRadius = static_cast<float>(from.profile.agent.radius);
    params.walkableClimb = static_cast<float>(from.profile.agent.stepHeight);
    params.cs = config.cs;
    params.ch = config.ch;
    params.buildBvTree = true;
    unsigned char* data = nullptr;
    int size = 0;
    if (!dtCreateNavMeshData(&params, &data, &size))
        return {};
    std::vector<unsigned char> bytes(data, data + size);
    dtFree(data);
    return bytes;
}
} // namespace

BareRecast::BareRecast(const NavConfig& config, const NavScene& scene) : m_config{config}
{
    for (const auto& piece : scene.all()) {
        if (piece->kind != NavPieceKind::Solid)
            continue;
        const auto& brush = *piece->solid.brush;
        for (const auto coord : tilesReachedBy(config, brush.bounds())) {
            auto& tile = m_tiles[coord];
            tile.bounds.add(brush.bounds());
            for (FaceIndex face = 0; face < brush.faceCount(); ++face) {
                const auto ring = brush.faceVertices(face);
                for (std::size_t i = 2; i < ring.size(); ++i)
                    for (const auto index : {ring[0], ring[i - 1], ring[i]})
                        for (const int axis : {0, 1, 2})
                            tile.vertices.push_back(
                                static_cast<float>(brush.vertices()[index][axis]));
            }
        }
    }
    m_triangles = engine::triangleCount(scene.all());
}

std::vector<unsigned char> BareRecast::buildTile(TileCoord coord) const
{
    const auto found = m_tiles.find(coord);
    if (found == m_tiles.end())
        return {};
    const auto& tile = found->second;
    const auto config = recastConfig(m_config, coord, tile.bounds);
    const auto count = static_cast<int>(tile.vertices.size() / 9);
    rcContext context{false};
    std::vector<int> indices(static_cast<std::size_t>(count) * 3);
    for (std::size_t i = 0; i < indices.size(); ++i)
        indices[i] = static_cast<int>(i);
    std::vector<unsigned char> areas(static_cast<std::size_t>(count), 0);
    rcMarkWalkableTriangles(&context, config.walkableSlopeAngle, tile.vertices.data(), count * 3,
                            indices.data(), count, areas.data());
    Owned<rcHeightfield, rcFreeHeightField> field{rcAllocHeightfield()};
    rcCreateHeightfield(&context, *field, config.width, config.height, config.bmin, config.bmax,
                        config.cs, config.ch);
    rcRasterizeTriangles(&context, tile.vertices.data(), areas.data(), count, *field,
                         config.walkableClimb);
    rcFilterLowHangingWalkableObstacles(&context, config.walkableClimb, *field);
    rcFilterLedgeSpans(&context, config.walkableHeight, config.walkableClimb, *field);
    rcFilterWalkableLowHeightSpans(&context, config.walkableHeight, *field);
    Owned<rcCompactHeightfield, rcFreeCompactHeightfield> space{rcAllocCompactHeightfield()};
    rcBuildCompactHeightfield(&context, config.walkableHeight, config.walkableClimb, *field,
                              *space);
    field.reset();
    rcErodeWalkableArea(&context, config.walkableRadius, *space);
    rcBuildDistanceField(&context, *space);
    rcBuildRegions(&context, *space, config.borderSize, config.minRegionArea,
                   config.mergeRegionArea);
    Owned<rcContourSet, rcFreeContourSet> contours{rcAllocContourSet()};
    rcBuildContours(&context, *space, config.maxSimplificationError, config.maxEdgeLen, *contours);
    if (contours->nconts == 0)
        return {};
    Owned<rcPolyMesh, rcFreePolyMesh> mesh{rcAllocPolyMesh()};
    rcBuildPolyMesh(&context, *contours, config.maxVertsPerPoly, *mesh);
    Owned<rcPolyMeshDetail, rcFreePolyMeshDetail> detail{rcAllocPolyMeshDetail()};
    rcBuildPolyMeshDetail(&context, *mesh, *space, config.detailSampleDist,
                          config.detailSampleMaxError, *detail);
    return mesh->npolys > 0 ? makeData(m_config, config, coord, *mesh, *detail)
                            : std::vector<unsigned char>{};
}
} // namespace mapwright::bench
