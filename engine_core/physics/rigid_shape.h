// Shapes of bodies for Bullet, and what they weigh.
#pragma once

#include "engine_core/physics/rigid_world.h"

#include <btBulletCollisionCommon.h>

#include <memory>
#include <span>
#include <vector>

namespace engine
{
[[nodiscard]] inline btVector3 toBullet(const Vec3d& v)
{
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

[[nodiscard]] inline Vec3d fromBullet(const btVector3& v)
{
    return {static_cast<double>(v.x()), static_cast<double>(v.y()), static_cast<double>(v.z())};
}

[[nodiscard]] inline btQuaternion toBullet(const Quatd& q)
{
    return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
            static_cast<float>(q.w)};
}

[[nodiscard]] inline Quatd fromBullet(const btQuaternion& q)
{
    return glm::normalize(Quatd{static_cast<double>(q.w()), static_cast<double>(q.x()),
                                static_cast<double>(q.y()), static_cast<double>(q.z())});
}

/// A middle, and axes about it.
struct RigidFrame
{
    Vec3d middle{0};
    Quatd axes{1, 0, 0, 0};
};

/// One convex solid and where it lies.
struct RigidPiece
{
    std::unique_ptr<btCollisionShape> shape;
    RigidFrame at;
};

/// A box where the corners are those of one, which Bullet stacks best; else their hull. Never null:
/// what is flat gets some thickness.
[[nodiscard]] RigidPiece makePiece(std::span<const Vec3d> corners);

/// What a body collides as, and how its mass lies.
struct RigidShape
{
    std::vector<std::unique_ptr<btCollisionShape>> parts; ///< the last one is the whole
    RigidFrame frame;           ///< centre of mass and axes of inertia, seen from the body's place
    double volume = 0;          ///< cubic metres
    Vec3d inertiaOfKilogram{1}; ///< about those axes, of a body of 1 kg
    double thinnest = 0;        ///< metres across

    [[nodiscard]] btCollisionShape* whole() const { return parts.back().get(); }
};

[[nodiscard]] RigidShape makeRigidShape(std::span<const ConvexPart> parts, BodyForm form);
} // namespace engine
