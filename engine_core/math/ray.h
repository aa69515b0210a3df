#pragma once

#include "engine_core/math/aabb.h"
#include "engine_core/math/plane.h"

#include <optional>

namespace engine
{
struct Ray
{
    Vec3d origin{0};
    Vec3d direction{0, 0, -1}; ///< unit length

    [[nodiscard]] Vec3d at(double distance) const { return origin + direction * distance; }
};

/// Metres to the plane along the ray; nullopt if parallel or behind.
[[nodiscard]] std::optional<double> intersect(const Ray& ray, const Plane& plane);

/// Metres to where the ray enters the box, 0 if it starts inside.
[[nodiscard]] std::optional<double> intersect(const Ray& ray, const Aabb& box);

/// Where on the line `point + t * axis` it comes closest to the ray's line: t, nullopt if parallel.
/// This is how a drag along an axis follows the mouse.
[[nodiscard]] std::optional<double>
closestDistanceOnAxis(const Ray& ray, const Vec3d& point, const Vec3d& axis);
} // namespace engine
