#include "engine_core/geometry/brush_transform.h"

#include "engine_core/geometry/unit_vector.h"

namespace engine
{
namespace
{
Plane transformedPlane(const Plane& plane, const Transform& by)
{
    auto normal = by.rotation * (plane.normal / by.scale);
    auto distance = plane.distance;
    if (const double squared = glm::dot(normal, normal); std::abs(squared - 1) > 2e-12) {
        normal /= std::sqrt(squared);
        distance /= std::sqrt(squared);
    }
    normal = withoutDust(normal);
    return {normal, distance + glm::dot(normal, by.position)};
}

std::vector<BrushFace> copyFaces(const Brush& brush)
{
    return {brush.faces().begin(), brush.faces().end()};
}
} // namespace

UvMapping worldUv(const UvMapping& uv, const Vec3d& oldNormal, const Vec3d& newNormal)
{
    if (std::abs(glm::dot(glm::cross(uv.uAxis, uv.vAxis), newNormal)) > 0.1)
        return uv;
    auto upright = worldAlignedUv(newNormal);
    upright.scale = uv.scale;
    upright.offset = uv.offset;
    return withUvRotation(upright, newNormal, uvRotation(uv, oldNormal));
}

Result<Brush> translated(const Brush& brush, const Vec3d& by, TextureLock lock)
{
    auto faces = copyFaces(brush);
    for (auto& face : faces) {
        face.plane = face.plane.translated(by);
        if (lock == TextureLock::On)
            face.uv = translatedUv(face.uv, by);
    }
    return Brush::fromFaces(std::move(faces));
}

Result<Brush> transformed(const Brush& brush, const Transform& by, TextureLock lock)
{
    if (by.scale.x == 0 || by.scale.y == 0 || by.scale.z == 0)
        return Error{"A scale of 0 would make the brush flat"};
    auto unit = by;
    const double squared = glm::dot(by.rotation, by.rotation);
    if (!(squared > 0) || !std::isfinite(squared))
        return Error{"The rotation is not a valid one"};
    if (std::abs(squared - 1) > 2e-12)
        unit.rotation = by.rotation / std::sqrt(squared);

    auto faces = copyFaces(brush);
    for (auto& face : faces) {
        const auto plane = transformedPlane(face.plane, unit);
        face.uv = lock == TextureLock::On ? transformedUv(face.uv, unit)
                                          : worldUv(face.uv, face.plane.normal, plane.normal);
        face.plane = plane;
    }
    return Brush::fromFaces(std::move(faces));
}

Result<Brush> moveFace(const Brush& brush, FaceIndex face, double distance, TextureLock lock)
{
    ENGINE_EXPECT(face < brush.faceCount());
    auto faces = copyFaces(brush);
    auto& target = faces[face];
    const double to = target.plane.distance + distance;
    target.plane.distance = to;
    if (lock == TextureLock::On)
        target.uv = translatedUv(target.uv, target.plane.normal * distance);
    auto moved = Brush::fromFaces(std::move(faces));
    if (!moved && distance < 0)
        return Error{"The face cannot be pushed through the brush"};
    if (!moved && std::abs(to) > WorldLimit)
        return Error{"The brush reaches beyond the edge of the world, {} m out", WorldLimit};
    if (moved && moved->faceCount() != brush.faceCount())
        return Error{"The face cannot move that far: another face of the brush would vanish"};
    return moved;
}
} // namespace engine
