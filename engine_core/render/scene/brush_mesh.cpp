#include "engine_core/render/scene/brush_mesh.h"

#include "engine_core/geometry/chart_frame.h"
#include "engine_core/geometry/face_tangent.h"
#include "engine_core/render/passes/packed_frame.h"

#include <algorithm>
#include <numeric>

namespace engine
{
namespace
{
std::uint32_t countOf(std::size_t count)
{
    return static_cast<std::uint32_t>(count);
}

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
    const auto count = countOf(loop.size());
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto next = i + 1 < count ? i + 1 : 0;
        if (loop[i] < loop[next]) // the neighbouring face has the same edge the other way round
            edges.push_back({first + i, first + next});
    }
}
} // namespace

GpuLuxel luxelOn(const ChartFrame& frame, const LightmapChart* chart, const Vec3d& place)
{
    const auto atlas =
        chart != nullptr ? static_cast<std::int16_t>(chart->atlas) : static_cast<std::int16_t>(-1);
    return {luxelAt(frame, chart, place), atlas, 0};
}

BrushMesh buildBrushMesh(const Brush& brush)
{
    std::size_t corners = 0;
    for (FaceIndex face = 0; face < brush.faceCount(); ++face)
        corners += brush.faceVertices(face).size();
    BrushMesh result;
    result.vertices.reserve(corners);
    result.indices.reserve(3 * (corners - 2 * brush.faceCount()));
    result.edges.reserve(corners / 2);
    for (const auto index : orderedFaces(brush)) {
        const auto& face = brush.faces()[index];
        const auto loop = brush.faceVertices(index);
        const auto first = countOf(result.vertices.size());
        const auto frame = packFrame(Vec3f{face.plane.normal}, faceTangent(face));
        for (const auto corner : loop) {
            const auto& p = brush.vertices()[corner];
            result.vertices.push_back({Vec3f{p}, frame, Vec2f{face.uv.at(p)}});
        }
        centerUv(std::span{result.vertices}.subspan(first));
        if (result.materials.empty() || result.materials.back().material != face.material)
            result.materials.push_back({face.material, countOf(result.indices.size()), 0});
        const auto count = countOf(loop.size());
        result.materials.back().indexCount += 3 * (count - 2);
        for (std::uint32_t i = 2; i < count; ++i) // a fan
            result.indices.insert(result.indices.end(), {first, first + i - 1, first + i});
        addEdges(loop, first, result.edges);
    }
    result.bounds = brush.bounds();
    return result;
}

std::vector<GpuLuxel> buildLuxels(const Brush& brush, const Lightmap* lightmap, EntityId owner)
{
    std::vector<GpuLuxel> luxels;
    for (const auto face : orderedFaces(brush)) {
        const auto frame = chartFrame(brush, face);
        const auto* chart = lightmap != nullptr ? lightmap->find(owner, face) : nullptr;
        for (const auto corner : brush.faceVertices(face)) {
            // From the rounded place, as it is drawn.
            const Vec3d place{Vec3f{brush.vertices()[corner]}};
            luxels.push_back(luxelOn(frame, chart, place));
        }
    }
    return luxels;
}
} // namespace engine
