#include "engine_core/geometry/face_tangent.h"

namespace engine
{
Vec4f faceTangent(const BrushFace& face)
{
    const auto& normal = face.plane.normal;
    const auto onFace = [&](const Vec3d& v) {
        return v - normal * glm::dot(v, normal);
    };
    auto u = onFace(face.uv.uAxis / face.uv.scale.x);
    const auto v = face.uv.vAxis / face.uv.scale.y;
    // An axis straight into the face has no direction on it; any will do then.
    if (!(glm::length(u) * std::abs(face.uv.scale.x) > 1e-9))
        u = onFace(worldAlignedUv(normal).uAxis);
    u = glm::normalize(u);
    const bool mirrored = glm::dot(glm::cross(normal, u), v) > 0;
    return {Vec3f{u}, mirrored ? -1.0F : 1.0F};
}
} // namespace engine
