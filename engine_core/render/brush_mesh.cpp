#include "engine_core/render/brush_mesh.h"

#include "engine_core/geometry/chart_frame.h"
#include "engine_core/geometry/triangulate.h"

#include <algorithm>

namespace engine
{
namespace
{
std::uint32_t packSigned(float value, unsigned bits)
{
    const float most = static_cast<float>((1U << (bits - 1)) - 1U);
    const auto rounded =
        static_cast<std::int32_t>(std::lround(std::clamp(value, -1.F, 1.F) * most));
    return static_cast<std::uint32_t>(rounded) & ((1U << bits) - 1U);
}

/// Repeats are taken off that all corners share: near the origin floats are finest.
void centerUv(std::vector<GpuVertex>& vertices, std::size_t first)
{
    Vec2f least{std::numeric_limits<float>::max()};
    for (auto i = first; i < vertices.size(); ++i)
        least = glm::min(least, vertices[i].uv);
    least = glm::floor(least);
    for (auto i = first; i < vertices.size(); ++i)
        vertices[i].uv -= least;
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

void addEdges(const Brush& brush, std::vector<GpuEdge>& edges)
{
    const auto corners = brush.vertices();
    for (FaceIndex face = 0; face < brush.faceCount(); ++face) {
        const auto loop = brush.faceVertices(face);
        for (std::size_t i = 0; i < loop.size(); ++i) {
            const auto from = loop[i];
            const auto to = loop[(i + 1) % loop.size()];
            if (from < to) // the neighbouring face has the same edge the other way round
                edges.push_back({Vec3f{corners[from]}, Vec3f{corners[to]}});
        }
    }
}
} // namespace

std::uint32_t packDirection(const Vec3f& v, float w)
{
    return packSigned(v.x, 10) | (packSigned(v.y, 10) << 10U) | (packSigned(v.z, 10) << 20U) |
           (packSigned(w, 2) << 30U);
}

BrushMesh buildBrushMesh(const Brush& brush, const Lightmap* lightmap, EntityId entity)
{
    const auto mesh = triangulate(brush);
    BrushMesh result;
    result.vertices.reserve(mesh.vertices.size());
    result.indices.reserve(mesh.indices.size());
    result.faces.reserve(mesh.faces.size());
    auto order = mesh.faces;
    std::stable_sort(order.begin(), order.end(),
                     [](const FaceMesh& a, const FaceMesh& b) { return a.material < b.material; });
    for (const auto& face : order) {
        const auto frame = chartFrame(brush, face.face);
        const auto* chart = lightmap != nullptr ? lightmap->find(entity, face.face) : nullptr;
        const auto* indices = mesh.indices.data() + face.firstIndex;
        const auto [least, most] = std::minmax_element(indices, indices + face.indexCount);
        const auto firstVertex = result.vertices.size();
        for (auto i = *least; i <= *most; ++i) {
            const auto& v = mesh.vertices[i];
            GpuVertex vertex;
            vertex.position = v.position;
            vertex.normal = packDirection(v.normal);
            vertex.tangent = packDirection(Vec3f{v.tangent}, v.tangent.w);
            vertex.uv = v.uv;
            vertex.luxel = luxelAt(frame, chart, Vec3d{v.position});
            vertex.atlas = chart != nullptr ? static_cast<std::int16_t>(chart->atlas)
                                            : static_cast<std::int16_t>(-1);
            result.vertices.push_back(vertex);
        }
        centerUv(result.vertices, firstVertex);
        result.faces.push_back({face.face, static_cast<std::uint32_t>(result.indices.size()),
                                face.indexCount, face.material});
        for (std::uint32_t i = 0; i < face.indexCount; ++i)
            result.indices.push_back(indices[i] - *least + static_cast<std::uint32_t>(firstVertex));
    }
    addEdges(brush, result.edges);
    result.bounds = brush.bounds();
    return result;
}
} // namespace engine
