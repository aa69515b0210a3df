#include "engine_core/geometry/mesh/triangulate.h"

#include "engine_core/geometry/face_tangent.h"

namespace engine
{
namespace
{
void appendFace(Mesh& mesh, const Brush& brush, FaceIndex index)
{
    const auto& face = brush.faces()[index];
    const auto corners = brush.faceVertices(index);
    const auto firstVertex = static_cast<std::uint32_t>(mesh.vertices.size());
    const auto firstIndex = static_cast<std::uint32_t>(mesh.indices.size());
    const Vec3f normal{face.plane.normal};
    const auto tangent = faceTangent(face);
    for (const auto corner : corners) {
        const auto& p = brush.vertices()[corner];
        mesh.vertices.push_back({Vec3f{p}, normal, tangent, Vec2f{face.uv.at(p)}, Vec2f{0}});
    }
    for (std::uint32_t i = 2; i < corners.size(); ++i)
        mesh.indices.insert(mesh.indices.end(),
                            {firstVertex, firstVertex + i - 1, firstVertex + i});
    const auto indexCount = static_cast<std::uint32_t>(mesh.indices.size()) - firstIndex;
    mesh.faces.push_back({index, face.material, firstIndex, indexCount});
}
} // namespace

Mesh triangulate(const Brush& brush)
{
    std::size_t corners = 0;
    for (FaceIndex face = 0; face < brush.faceCount(); ++face)
        corners += brush.faceVertices(face).size();
    Mesh mesh;
    mesh.vertices.reserve(corners);
    mesh.indices.reserve(3 * (corners - 2 * brush.faceCount()));
    mesh.faces.reserve(brush.faceCount());
    for (FaceIndex face = 0; face < brush.faceCount(); ++face)
        appendFace(mesh, brush, face);
    return mesh;
}
} // namespace engine
