#pragma once

#include "engine_core/geometry/brush.h"

#include <array>
#include <optional>

namespace engine
{
/// The axis of an upright capsule without its radius: from `low` straight up by `length` metres.
struct CapsuleAxis
{
    Vec3d low{0};
    double length = 0; ///< 0 makes the capsule a sphere
};

/// How an axis lies to a convex solid.
struct AxisDistance
{
    double distance = 0;    ///< metres; negative is the depth to the nearest way out
    Vec3d normal{0, 1, 0};  ///< from the solid towards the axis, unit length
    Vec3d surface{0, 1, 0}; ///< normal of the most upward of the faces that meet where they touch
    Vec3d point{0};         ///< of the solid, nearest to the axis
};

/// Exact in doubles: the smallest of all distances of ends to faces and of the axis to edges
/// (Ericson, "Real-Time Collision Detection", 5.1.9). The depth counts faces only.
[[nodiscard]] AxisDistance distanceTo(const Brush& brush, const CapsuleAxis& axis);

/// One side of a model, in world space. It holds from both sides and has no thickness.
struct CollisionTriangle
{
    std::array<Vec3d, 3> corners{};
    Vec3d normal{0, 1, 0}; ///< unit length, towards the front

    /// nullopt for one without area.
    [[nodiscard]] static std::optional<CollisionTriangle>
    through(const Vec3d& a, const Vec3d& b, const Vec3d& c);
};

/// As for a solid. An axis that goes through is to be moved out in front.
[[nodiscard]] AxisDistance distanceTo(const CollisionTriangle& triangle, const CapsuleAxis& axis);

struct AxisHit
{
    double fraction = 0;
    AxisDistance contact;
};

/// When the axis first comes as near as `radius` on its way. The distance of two convex solids is a
/// convex function of the way, so that Newton's method from the start finds the first root from
/// below and never jumps over it; who touches at the start and does not move in never hits later.
[[nodiscard]] std::optional<AxisHit>
sweepAxis(const Brush& brush, const CapsuleAxis& axis, double radius, const Vec3d& motion);

[[nodiscard]] std::optional<AxisHit> sweepAxis(const CollisionTriangle& triangle,
                                               const CapsuleAxis& axis,
                                               double radius,
                                               const Vec3d& motion);

/// Metres to where the ray meets the triangle, from either side.
[[nodiscard]] std::optional<double> intersect(const Ray& ray, const CollisionTriangle& triangle);
} // namespace engine
