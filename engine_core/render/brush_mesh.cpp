#include "engine_core/render/brush_mesh.h"

#include "engine_core/geometry/chart_frame.h"
#include "engine_core/geometry/triangulate.h"
#include "engine_core/render/packed_frame.h"

#include <algorithm>
#include <numeric>

namespace engine
{
namespace
{
/// Repeats are taken off that all corners share: near the origin floats are finest.
void centerUv(std::span<GpuVertex> corners)
{
    Vec2f least{std::numeric_limits<float>::max()};
    for (const auto& corner : corners)
        least = glm::min(least, corner.uv);
    least = glm::floor(least);
    for (auto& corner : corners)
        corner.uv -= least;
}

/// Where a point of the face lies in the atlas: from the centre of the first luxel to the last's.
Vec2f luxelAt(const ChartFrame& frame, const LightmapChart* chart, const Vec3d& p)
{
    const auto place = frame.normalized(p);
    if (chart == nullptr)
        return Vec2f{place * frame.size};
    return {static_cast<float>(chart->x + 0.5 + place.x * (chart->width - 1)),
            static_cast<float>(chart->y + 0.5 + place.y * (chart->height - 1))};
}

std::vector<FaceIndex> orderedFaces(const Brush& brush)
{
    std::vector<FaceIndex> order(brush.faceCount());
    std::iota(order.begin(), order.end(), FaceIndex{0});
    std::sort(order.begin(), order.end(), FaceOrder{brush});
    return order;
}

/// `first` is the vertex of the face's first corner.
void addEdges(std::span<const std::uint16_t> loop, std::uint32_t first, std::vector<GpuEdge>& edges)
{
    const auto count = static_cast<std::uint32_t>(loop.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto next = i + 1 < count ? i + 1 : 0;
        if (loop[i] < loop[next]) // the neighbouring face has the same edge the other way round
            edges.push_back({first + i, first + next});
    }
}
} // namespace

BrushMesh buildBrushMesh(const Brush& brush)
{
    const auto mesh = triangulate(brush);
    BrushMesh result;
    result.vertices.reserve(mesh.vertices.size());
    result.indices.reserve(mesh.indices.size());
    result.edges.reserve(mesh.vertices.size() / 2);
    for (const auto face : orderedFaces(brush)) {
        const auto& triangles = mesh.faces[face];
        const auto loop = brush.faceVertices(face);
        const auto* indices = mesh.indices.data() + triangles.firstIndex;
        const auto least = *indices; // a fan begins with the first of the face's vertices
        const auto first = static_cast<std::uint32_t>(result.vertices.size());
        const auto& corner = mesh.vertices[least];
        const auto frame = packFrame(corner.normal, corner.tangent); // a face is flat
        for (std::size_t i = 0; i < loop.size(); ++i) {
            const auto& v = mesh.vertices[least + i];
            result.vertices.push_back({v.position, frame, v.uv});
        }
        centerUv(std::span{result.vertices}.subspan(first));
        if (result.materials.empty() || result.materials.back().material != triangles.material)
            result.materials.push_back(
                {triangles.material, static_cast<std::uint32_t>(result.indices.size()), 0});
        result.materials.back().indexCount += triangles.indexCount;
        for (std::uint32_t i = 0; i < triangles.indexCount; ++i)
            result.indices.push_back(indices[i] - least + first);
        addEdges(loop, first, result.edges);
    }
    result.bounds = brush.bounds();
    return result;
}

std::vector<GpuLuxel> buildLuxels(const Brush& brush, const Lightmap* lightmap, EntityId entity)
{
    std::vector<GpuLuxel> luxels;
    for (const auto face : orderedFaces(brush)) {
        const auto frame = chartFrame(brush, face);
        const auto* chart = lightmap != nullptr ? lightmap->find(entity, face) : nullptr;
        const auto atlas = chart != nullptr ? static_cast<std::int16_t>(chart->atlas)
                                            : static_cast<std::int16_t>(-1);
        for (const auto corner : brush.faceVertices(face)) {
            // From the rounded place, as it is drawn.
            const Vec3d place{Vec3f{brush.vertices()[corner]}};
            luxels.push_back({luxelAt(frame, chart, place), atlas, 0});
        }
    }
    return luxels;
}
} // namespace engine
