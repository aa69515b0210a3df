#include "engine_core/lighting/shadow_reach.h"

#include "engine_core/lighting/face_inputs.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine
{
namespace
{
/// Luxels lie somewhat outside of their faces, and rays begin somewhat above them. Metres.
constexpr double Margin = 0.05;

/// Whether the whole box lies in front of the plane through the point.
bool isInFront(const Aabb& box, const Vec3d& normal, const Vec3d& point)
{
    const Vec3d nearest{normal.x > 0 ? box.min.x : box.max.x, normal.y > 0 ? box.min.y : box.max.y,
                        normal.z > 0 ? box.min.z : box.max.z};
    return glm::dot(nearest - point, normal) > 0;
}

/// Whether the box lies beside the pyramid from the light to the rim of the face.
bool isBeside(const Aabb& box, const Brush& brush, FaceIndex face, const Vec3d& light)
{
    const auto rim = brush.faceVertices(face);
    const auto at = [&](std::size_t i) {
        return brush.vertices()[rim[i % rim.size()]];
    };
    if (isInFront(box, -brush.faces()[face].plane.normal, at(0)))
        return true;
    Vec3d middle{0};
    for (std::size_t i = 0; i < rim.size(); ++i)
        middle += at(i) / static_cast<double>(rim.size());
    for (std::size_t i = 0; i < rim.size(); ++i) {
        auto side = glm::cross(at(i) - light, at(i + 1) - light);
        if (glm::dot(side, middle - light) > 0)
            side = -side;
        if (isInFront(box, side, light))
            return true;
    }
    return false;
}

/// Where the rays from the light through the box meet the plane; everywhere if some never do.
Aabb thrownOnto(const Plane& plane, const Vec3d& light, const Aabb& box)
{
    constexpr double Everywhere = std::numeric_limits<double>::infinity();
    const double height = plane.above(light);
    Aabb thrown;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3d p{(corner & 1) != 0 ? box.max.x : box.min.x,
                      (corner & 2) != 0 ? box.max.y : box.min.y,
                      (corner & 4) != 0 ? box.max.z : box.min.z};
        const double below = height - plane.above(p);
        if (below <= 0)
            return {Vec3d{-Everywhere}, Vec3d{Everywhere}};
        thrown.add(light + (p - light) * (height / below));
    }
    return thrown;
}

/// The box swept along a direction for as long as it meets `level`.
Aabb swept(const Aabb& box, const Vec3d& along, const Aabb& level)
{
    double reach = std::numeric_limits<double>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        // How far until the box has left the level on this axis.
        const double room =
            along[axis] > 0 ? level.max[axis] - box.min[axis] : level.min[axis] - box.max[axis];
        if (along[axis] != 0)
            reach = std::min(reach, std::max(room / along[axis], 0.0));
    }
    auto all = box;
    if (std::isfinite(reach)) {
        all.add(box.min + along * reach);
        all.add(box.max + along * reach);
    }
    return all;
}
} // namespace

double sunSpread(const Light& sun)
{
    return std::tan(static_cast<double>(std::clamp(sun.sunAngle, 0.0F, 90.0F)) * Pi / 360);
}

Vec3d farTowards(const Vec3d& direction, const Vec3d& middle)
{
    // Metres. Off by less than a luxel over a level of 1 km, and doubles are still exact enough.
    constexpr double Far = 1e6;
    constexpr double Step = 1000; // so that a level that grows leaves the place as it is
    return glm::round(middle / Step) * Step - direction * Far;
}

Aabb sunWay(const Aabb& box, const Vec3d& sun, const Aabb& level)
{
    return swept(box, glm::normalize(sun - box.center()), level);
}

Aabb shadowWay(const Aabb& box, const Vec3d& sun, const Aabb& level)
{
    return swept(box, glm::normalize(box.center() - sun), level);
}

Aabb shadowOn(const Brush& brush, FaceIndex face, const Vec3d& light, const Aabb& caster)
{
    const auto& plane = brush.faces()[face].plane;
    if (plane.above(light) <= 0)
        return {}; // it looks away
    const auto wide = caster.grown(Margin);
    const auto whole = faceBounds(brush, face).grown(Margin);
    auto between = whole;
    between.add(light);
    if (!between.intersects(wide) || isBeside(wide, brush, face, light))
        return {};
    const auto thrown = thrownOnto(plane, light, wide).grown(Margin);
    return {glm::max(whole.min, thrown.min), glm::min(whole.max, thrown.max)};
}
} // namespace engine
