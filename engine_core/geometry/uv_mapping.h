#pragma once

#include "engine_core/math/transform.h"
#include "engine_core/math/types.h"

namespace engine
{
/// How a texture lies on a face (a parallel projection, as Valve 220 has it):
///     u = dot(point, uAxis) / scale.x + offset.x        (v likewise, v grows downwards)
/// One repeat of the texture covers `scale` metres, so a bigger scale repeats less.
struct UvMapping
{
    Vec3d uAxis{1, 0, 0}; ///< unit length
    Vec3d vAxis{0, 0, 1}; ///< unit length
    Vec2d scale{1, 1};    ///< metres per repeat; never 0, negative mirrors
    Vec2d offset{0, 0};   ///< in repeats

    [[nodiscard]] Vec2d at(const Vec3d& p) const
    {
        return {glm::dot(p, uAxis) / scale.x + offset.x, glm::dot(p, vAxis) / scale.y + offset.y};
    }

    friend bool operator==(const UvMapping&, const UvMapping&) = default;
};

/// The mapping of a new face: world-aligned along the normal's major axis, upright on walls.
[[nodiscard]] UvMapping worldAlignedUv(const Vec3d& normal);

/// Radians from the upright axes of worldAlignedUv to this mapping's, counter-clockwise on the
/// face.
[[nodiscard]] double uvRotation(const UvMapping& uv, const Vec3d& normal);

/// The same scale and offset with the axes turned to `angle` radians (see uvRotation).
[[nodiscard]] UvMapping withUvRotation(UvMapping uv, const Vec3d& normal, double angle);

/// The mapping that keeps every texel on its point while the points move by `by` (texture lock).
[[nodiscard]] UvMapping translatedUv(UvMapping uv, const Vec3d& by);

/// The same for any invertible transform.
[[nodiscard]] UvMapping transformedUv(const UvMapping& uv, const Transform& by);
} // namespace engine
