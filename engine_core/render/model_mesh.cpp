#include "engine_core/render/model_mesh.h"

#include <algorithm>

namespace engine
{
BrushMesh buildModelMesh(const MeshShape& shape)
{
    constexpr std::int16_t NeverCharted = -2;
    const auto& mesh = shape.mesh();
    BrushMesh result;
    result.vertices.reserve(mesh.vertices.size());
    for (const auto& from : mesh.vertices) {
        GpuVertex vertex;
        vertex.position = from.position;
        vertex.normal = packDirection(from.normal);
        vertex.tangent = packDirection(Vec3f{from.tangent}, from.tangent.w);
        vertex.uv = from.uv;
        vertex.atlas = NeverCharted;
        result.vertices.push_back(vertex);
    }
    auto order = mesh.faces;
    std::stable_sort(order.begin(), order.end(),
                     [](const FaceMesh& a, const FaceMesh& b) { return a.material < b.material; });
    result.indices.reserve(mesh.indices.size());
    for (const auto& face : order) {
        result.faces.push_back({face.face, static_cast<std::uint32_t>(result.indices.size()),
                                face.indexCount, face.material});
        const auto* from = mesh.indices.data() + face.firstIndex;
        result.indices.insert(result.indices.end(), from, from + face.indexCount);
    }
    for (const auto& edge : shape.edges())
        result.edges.push_back({edge.from, edge.to});
    result.bounds = shape.bounds();
    return result;
}
} // namespace engine
