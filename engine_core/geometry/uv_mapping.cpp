#include "engine_core/geometry/uv_mapping.h"

#include <glm/common.hpp>

#include <algorithm>

namespace engine
{
namespace
{
/// How a direction behaves that must stay at right angles to what the transform moves.
Vec3d inverseTransposed(const Transform& by, const Vec3d& v)
{
    return by.rotation * (v / by.scale);
}

/// One of the two axes of a mapping together with its scale and offset.
struct Projection
{
    Vec3d axis;
    double scale;
    double offset;
};

Projection transformedProjection(const Projection& old, const Transform& by)
{
    const auto axis = inverseTransposed(by, old.axis);
    const double squared = glm::dot(axis, axis);
    const double length = std::abs(squared - 1) <= 1e-12 ? 1.0 : std::sqrt(squared);
    return {axis / length, old.scale / length,
            old.offset - glm::dot(axis, by.position) / old.scale};
}
} // namespace

UvMapping worldAlignedUv(const Vec3d& normal)
{
    // A little biased, so that noise in the normal of a 45 degree slope does not turn its texture.
    constexpr double Bias = 1e-6;
    const auto size = glm::abs(normal);
    UvMapping uv;
    if (size.y + Bias >= std::max(size.x, size.z))
        uv.vAxis = {0, 0, normal.y < 0 ? -1 : 1};
    else if (size.x + Bias >= size.z)
        uv = {.uAxis = {0, 0, normal.x < 0 ? 1 : -1}, .vAxis = {0, -1, 0}};
    else
        uv = {.uAxis = {normal.z < 0 ? -1 : 1, 0, 0}, .vAxis = {0, -1, 0}};
    return uv;
}

double uvRotation(const UvMapping& uv, const Vec3d& normal)
{
    const auto upright = worldAlignedUv(normal);
    return std::atan2(-glm::dot(uv.uAxis, upright.vAxis), glm::dot(uv.uAxis, upright.uAxis));
}

UvMapping withUvRotation(UvMapping uv, const Vec3d& normal, double angle)
{
    const auto upright = worldAlignedUv(normal);
    const bool mirrored = glm::dot(glm::cross(uv.uAxis, uv.vAxis), normal) > 0;
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    uv.uAxis = upright.uAxis * c - upright.vAxis * s;
    uv.vAxis = upright.uAxis * s + upright.vAxis * c;
    if (mirrored)
        uv.vAxis = -uv.vAxis;
    return uv;
}

UvMapping translatedUv(UvMapping uv, const Vec3d& by)
{
    uv.offset -= Vec2d{glm::dot(by, uv.uAxis), glm::dot(by, uv.vAxis)} / uv.scale;
    return uv;
}

UvMapping transformedUv(const UvMapping& uv, const Transform& by)
{
    const auto u = transformedProjection({uv.uAxis, uv.scale.x, uv.offset.x}, by);
    const auto v = transformedProjection({uv.vAxis, uv.scale.y, uv.offset.y}, by);
    return {u.axis, v.axis, {u.scale, v.scale}, {u.offset, v.offset}};
}
} // namespace engine
