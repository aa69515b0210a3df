#pragma once

#include "engine_core/navigation/mesh/nav_mesh.h"

#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>

namespace engine
{
struct DetourFree
{
    void operator()(dtNavMesh* mesh) const { dtFreeNavMesh(mesh); }

    void operator()(dtNavMeshQuery* query) const { dtFreeNavMeshQuery(query); }
};

struct NavMesh::State
{
    NavConfig config;
    std::unique_ptr<dtNavMesh, DetourFree> detour; ///< never null
    std::map<TileCoord, NavTilePtr> tiles;
    std::map<TileCoord, dtTileRef> refs; ///< of the tiles that have ground
    std::size_t polygons = 0;
    std::size_t links = 0;
    std::uint64_t revision = 0;
    std::vector<NavPolygonRef> hidden;             ///< sorted; see NavMesh::hide()
    std::shared_ptr<std::vector<NavTilePtr>> list; ///< of all tiles; null: not made yet
};

using DetourPoint = std::array<float, 3>;

[[nodiscard]] inline DetourPoint toDetour(const Vec3d& p)
{
    return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
}

[[nodiscard]] inline Vec3d fromDetour(const float* p)
{
    return {double{p[0]}, double{p[1]}, double{p[2]}};
}
} // namespace engine
