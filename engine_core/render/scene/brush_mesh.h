#pragma once

#include "engine_core/geometry/brush.h"
#include "engine_core/scene/light/lightmap.h"

#include <cstdint>
#include <vector>

namespace engine
{
struct ChartFrame;

/// A corner of a face as the GPU gets it. Small, since there are some thirty for each brush.
struct GpuVertex
{
    Vec3f position;          ///< first: edges are drawn from it (line.vert)
    std::uint32_t frame = 0; ///< normal and tangent, see packFrame()
    Vec2f uv;
};

static_assert(sizeof(GpuVertex) == 24);

/// Where a corner reads the lightmap. Kept beside the vertices, and only once somebody asks.
struct GpuLuxel
{
    Vec2f luxel{0}; ///< texels of the atlas with a chart, else metres from the face's corner
    std::int16_t atlas = -1; ///< -1 without a chart
    std::int16_t unused = 0;
};

static_assert(sizeof(GpuLuxel) == 12);

/// From vertex to vertex.
struct GpuEdge
{
    std::uint32_t from = 0;
    std::uint32_t to = 0;
};

/// The triangles of one material.
struct MaterialRange
{
    Name material;
    std::uint32_t firstIndex = 0;
    std::uint32_t indexCount = 0;
};

/// A brush or model made ready for the GPU; indices and edges count from its first vertex.
struct BrushMesh
{
    std::vector<GpuVertex> vertices;
    std::vector<GpuLuxel> luxels; ///< of every vertex, or none
    EntityId charts;              ///< whose these are in; null without a lightmap
    bool lacksCharts = false;     ///< with a lightmap in which some face has no chart
    std::vector<std::uint32_t> indices;
    std::vector<MaterialRange> materials; ///< by name, each once
    std::vector<GpuEdge> edges;
    Aabb bounds;
};

/// In which order the faces of a brush lie in its mesh: by material, then by number.
class FaceOrder
{
public:
    explicit FaceOrder(const Brush& brush) : m_faces{brush.faces()} {}

    [[nodiscard]] bool operator()(FaceIndex a, FaceIndex b) const
    {
        const auto first = m_faces[a].material;
        const auto second = m_faces[b].material;
        return first == second ? a < b : first < second;
    }

private:
    std::span<const BrushFace> m_faces;
};

/// Without luxels.
[[nodiscard]] BrushMesh buildBrushMesh(const Brush& brush);

[[nodiscard]] inline bool hasChart(const GpuLuxel& luxel)
{
    return luxel.atlas >= 0;
}

/// Of a place on the face that the frame is of; `chart` is the face's, or null.
[[nodiscard]] GpuLuxel
luxelOn(const ChartFrame& frame, const LightmapChart* chart, const Vec3d& place);

/// Those of the mesh's vertices, in their order, in the charts of `owner` (Lightmap::chartsOf()).
/// `lightmap` may be null.
[[nodiscard]] std::vector<GpuLuxel>
buildLuxels(const Brush& brush, const Lightmap* lightmap, EntityId owner);
} // namespace engine
