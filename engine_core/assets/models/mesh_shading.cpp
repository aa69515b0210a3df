#include "engine_core/assets/models/mesh_shading.h"

namespace engine
{
namespace
{
/// Any direction at a right angle to the normal.
Vec3f anyTangent(const Vec3f& normal)
{
    const auto axis = std::abs(normal.x) < 0.9f ? Vec3f{1, 0, 0} : Vec3f{0, 1, 0};
    return glm::normalize(glm::cross(normal, axis));
}
} // namespace

Vec3f normalizedOr(const Vec3f& v, const Vec3f& fallback)
{
    const float length = glm::length(v);
    return length > 1e-12f ? v / length : fallback;
}

void makeNormals(std::span<MeshVertex> vertices, std::span<const std::uint32_t> indices)
{
    for (auto& vertex : vertices)
        vertex.normal = Vec3f{0};
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        auto& a = vertices[indices[i]];
        auto& b = vertices[indices[i + 1]];
        auto& c = vertices[indices[i + 2]];
        const auto normal = glm::cross(b.position - a.position, c.position - a.position);
        a.normal += normal;
        b.normal += normal;
        c.normal += normal;
    }
    for (auto& vertex : vertices)
        vertex.normal = normalizedOr(vertex.normal, Vec3f{0, 1, 0});
}

void makeTangents(std::span<MeshVertex> vertices, std::span<const std::uint32_t> indices)
{
    std::vector<Vec3f> along(vertices.size(), Vec3f{0});
    std::vector<Vec3f> across(vertices.size(), Vec3f{0});
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
        const auto& a = vertices[indices[i]];
        const auto& b = vertices[indices[i + 1]];
        const auto& c = vertices[indices[i + 2]];
        const auto edge1 = b.position - a.position;
        const auto edge2 = c.position - a.position;
        const auto uv1 = b.uv - a.uv;
        const auto uv2 = c.uv - a.uv;
        const float area = uv1.x * uv2.y - uv2.x * uv1.y;
        if (std::abs(area) < 1e-20f)
            continue;
        const float sign = area < 0 ? -1.0f : 1.0f; // weighted by area, not by density
        for (std::size_t corner = i; corner < i + 3; ++corner) {
            along[indices[corner]] += (edge1 * uv2.y - edge2 * uv1.y) * sign;
            across[indices[corner]] += (edge2 * uv1.x - edge1 * uv2.x) * sign;
        }
    }
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const auto& normal = vertices[i].normal;
        const auto flat = along[i] - normal * glm::dot(normal, along[i]);
        const auto tangent = normalizedOr(flat, anyTangent(normal));
        const bool mirrored = glm::dot(glm::cross(normal, tangent), across[i]) < 0;
        vertices[i].tangent = Vec4f{tangent, mirrored ? -1.0f : 1.0f};
    }
}
} // namespace engine
