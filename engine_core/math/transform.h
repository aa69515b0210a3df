#pragma once

#include "engine_core/math/types.h"

#define GLM_ENABLE_EXPERIMENTAL
#include <glm/gtc/quaternion.hpp>

namespace engine
{
/// Scale, then rotate, then translate.
struct Transform
{
    Vec3d position{0};
    Quatd rotation{1, 0, 0, 0};
    Vec3d scale{1};

    [[nodiscard]] Vec3d apply(const Vec3d& p) const { return position + rotation * (scale * p); }

    [[nodiscard]] Vec3d applyToDirection(const Vec3d& v) const { return rotation * (scale * v); }

    [[nodiscard]] Mat4d matrix() const
    {
        auto result = glm::mat4_cast(rotation);
        result[0] *= scale.x;
        result[1] *= scale.y;
        result[2] *= scale.z;
        result[3] = Vec4d{position, 1};
        return result;
    }

    /// The transform of a child seen from where this one's parent stands. Exact while scales are
    /// uniform or rotations are multiples of 90 degrees, since shear has no place in a Transform.
    [[nodiscard]] Transform operator*(const Transform& child) const
    {
        return {apply(child.position), rotation * child.rotation, scale * child.scale};
    }

    friend bool operator==(const Transform&, const Transform&) = default;
};
} // namespace engine
