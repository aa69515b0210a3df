#include "engine_core/navigation/mesh/nav_tile_data.h"

#include "engine_core/navigation/mesh/nav_tile_builder.h"
#include "engine_core/navigation/mesh/recast_objects.h"

#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>

#include <algorithm>

namespace engine
{
namespace
{
NavArea areaOfRecast(std::uint8_t area)
{
    return static_cast<NavArea>(area - 1);
}

/// Links in the form that Detour asks for.
struct Links
{
    std::vector<float> ends;
    std::vector<float> radii;
    std::vector<unsigned short> flags;
    std::vector<unsigned char> areas;
    std::vector<unsigned char> directions;
    std::vector<unsigned> ids;
};

Links gatherLinks(const NavTileInput& input)
{
    Links links;
    for (const auto& piece : input.pieces) {
        if (piece->kind != NavPieceKind::Way)
            continue;
        const auto& [from, to, link] = piece->way;
        for (const auto& end : {from, to})
            for (const int axis : {0, 1, 2})
                links.ends.push_back(static_cast<float>(end[axis]));
        links.radii.push_back(static_cast<float>(link.radius));
        links.flags.push_back(link.enabled && link.area != NavArea::Blocked ? navAreaFlag(link.area)
                                                                            : NavDisabledFlag);
        links.areas.push_back(static_cast<unsigned char>(link.area));
        links.directions.push_back(link.bothWays ? DT_OFFMESH_CON_BIDIR : 0);
        links.ids.push_back(static_cast<unsigned>(piece->entity.value));
    }
    return links;
}

void addPolygons(dtNavMeshCreateParams& params,
                 const rcPolyMesh& mesh,
                 const rcPolyMeshDetail& detail)
{
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
    std::copy_n(mesh.bmin, 3, params.bmin);
    std::copy_n(mesh.bmax, 3, params.bmax);
    params.cs = mesh.cs;
    params.ch = mesh.ch;
}

void addLinks(dtNavMeshCreateParams& params, const Links& links)
{
    params.offMeshConVerts = links.ends.data();
    params.offMeshConRad = links.radii.data();
    params.offMeshConFlags = links.flags.data();
    params.offMeshConAreas = links.areas.data();
    params.offMeshConDir = links.directions.data();
    params.offMeshConUserID = links.ids.data();
    params.offMeshConCount = static_cast<int>(links.ids.size());
}
} // namespace

bool makeTileData(const NavTileInput& input,
                  rcPolyMesh& polygons,
                  const rcPolyMeshDetail& detail,
                  NavTile& tile)
{
    for (int i = 0; i < polygons.npolys; ++i) {
        const auto area = areaOfRecast(polygons.areas[i]);
        polygons.areas[i] = static_cast<unsigned char>(area);
        polygons.flags[i] = navAreaFlag(area);
    }
    const auto links = gatherLinks(input);
    const auto& agent = input.config.profile.agent;
    dtNavMeshCreateParams params{};
    addPolygons(params, polygons, detail);
    addLinks(params, links);
    params.tileX = input.tile.x;
    params.tileY = input.tile.z;
    params.walkableHeight = static_cast<float>(agent.height);
    params.walkableRadius = static_cast<float>(agent.radius);
    params.walkableClimb = static_cast<float>(agent.stepHeight);
    params.buildBvTree = true;
    unsigned char* data = nullptr;
    int size = 0;
    if (!dtCreateNavMeshData(&params, &data, &size))
        return false;
    const DetourBytes owned{data};
    tile.data.assign(data, data + size);
    tile.hash = hashBytes(std::as_bytes(std::span{tile.data}));
    tile.polygons = static_cast<std::uint32_t>(polygons.npolys);
    tile.links = static_cast<std::uint32_t>(links.ids.size());
    return true;
}
} // namespace engine
