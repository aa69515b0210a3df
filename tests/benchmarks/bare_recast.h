#pragma once

#include "engine_core/navigation/mesh/nav_mesh.h"

#include <array>
#include <map>
#include <vector>

namespace mapwright::bench
{
/// A navigation mesh as one gets it from Recast and Detour alone: the triangles of all brushes,
/// sorted into tiles beforehand, and the stages of RecastDemo's tiled build. What our own build is
/// compared with.
class BareRecast
{
public:
    BareRecast(const engine::NavConfig& config, const engine::NavScene& scene);

    /// Detour's bytes of one tile; empty without ground.
    [[nodiscard]] std::vector<unsigned char> buildTile(engine::TileCoord tile) const;

    [[nodiscard]] std::size_t triangleCount() const { return m_triangles; }

private:
    struct Tile
    {
        std::vector<float> vertices; ///< three corners of three numbers a triangle
        engine::Aabb bounds;
    };

    engine::NavConfig m_config;
    std::map<engine::TileCoord, Tile> m_tiles;
    std::size_t m_triangles = 0;
};
} // namespace mapwright::bench
