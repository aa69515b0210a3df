#include "engine_core/math/ray.h"

#include <algorithm>

namespace engine
{
std::optional<double> intersect(const Ray& ray, const Plane& plane)
{
    const double slope = glm::dot(plane.normal, ray.direction);
    if (std::abs(slope) < 1e-12)
        return std::nullopt;
    const double distance = -plane.above(ray.origin) / slope;
    return distance >= 0 ? std::optional{distance} : std::nullopt;
}

std::optional<double> intersect(const Ray& ray, const Aabb& box)
{
    // Slab test (Kay and Kajiya 1986); a zero direction component divides to +-infinity, which the
    // comparisons handle, and 0/0 cannot occur since it is tested apart.
    double enter = 0;
    double leave = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) {
        if (ray.direction[i] == 0) {
            if (ray.origin[i] < box.min[i] || ray.origin[i] > box.max[i])
                return std::nullopt;
            continue;
        }
        const double a = (box.min[i] - ray.origin[i]) / ray.direction[i];
        const double b = (box.max[i] - ray.origin[i]) / ray.direction[i];
        enter = std::max(enter, std::min(a, b));
        leave = std::min(leave, std::max(a, b));
    }
    return enter <= leave ? std::optional{enter} : std::nullopt;
}

std::optional<double> closestDistanceOnAxis(const Ray& ray, const Vec3d& point, const Vec3d& axis)
{
    // Ericson, Real-Time Collision Detection, 5.1.8: closest points of two lines.
    const double b = glm::dot(ray.direction, axis);
    const double axisLength = glm::dot(axis, axis);
    const double denominator = axisLength - b * b;
    if (std::abs(denominator) < 1e-9 * axisLength)
        return std::nullopt;
    const auto between = point - ray.origin;
    const double onRay = glm::dot(between, ray.direction);
    const double onAxis = glm::dot(between, axis);
    return (b * onRay - onAxis) / denominator;
}
} // namespace engine
