#include "editor/tools/brush/rectangle_volume.h"

#include <algorithm>

namespace editor
{
using engine::Plane;
using engine::Vec2d;
using engine::Vec3d;

namespace
{
constexpr double Touch = 1e-6; // metres

Plane through(const Vec3d& place, const Vec3d& outwards)
{
    const auto normal = glm::normalize(outwards);
    return {normal, glm::dot(normal, place)};
}

std::vector<Vec3d> clipped(std::span<const Vec3d> polygon, const Plane& side)
{
    std::vector<Vec3d> kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const auto& from = polygon[i];
        const auto& to = polygon[(i + 1) % polygon.size()];
        const double above = side.above(from);
        const double next = side.above(to);
        if (above <= Touch)
            kept.push_back(from);
        if ((above <= Touch) != (next <= Touch))
            kept.push_back(glm::mix(from, to, std::clamp(above / (above - next), 0.0, 1.0)));
    }
    return kept;
}
} // namespace

RectangleVolume::RectangleVolume(const PointerEvent& event, const Vec2d& a, const Vec2d& b)
{
    const auto& camera = event.camera;
    const auto rayAt = [&](const Vec2d& at) {
        return camera.rayThrough(at.x, at.y, event.viewSize.x, event.viewSize.y);
    };
    const auto upperLeft = rayAt(glm::min(a, b));
    const auto lowerRight = rayAt(glm::max(a, b));
    m_sides = {through(upperLeft.origin, glm::cross(camera.up(), upperLeft.direction)),
               through(upperLeft.origin, glm::cross(camera.right(), upperLeft.direction)),
               through(lowerRight.origin, glm::cross(lowerRight.direction, camera.up())),
               through(lowerRight.origin, glm::cross(lowerRight.direction, camera.right()))};
    if (!camera.orthographic)
        m_sides.push_back(
            through(camera.position + camera.forward() * camera.nearPlane, -camera.forward()));
}

bool RectangleVolume::contains(const Vec3d& place) const
{
    return std::all_of(m_sides.begin(), m_sides.end(),
                       [&](const Plane& side) { return side.above(place) <= Touch; });
}

bool RectangleVolume::isBeside(const engine::Aabb& box) const
{
    const auto center = box.center();
    const auto half = box.size() * 0.5;
    return std::any_of(m_sides.begin(), m_sides.end(), [&](const Plane& side) {
        return side.above(center) > glm::dot(glm::abs(side.normal), half) + Touch;
    });
}

bool RectangleVolume::meets(std::span<const Vec3d> polygon) const
{
    std::vector<Vec3d> rest{polygon.begin(), polygon.end()};
    for (const auto& side : m_sides)
        rest = clipped(rest, side);
    return !rest.empty();
}
} // namespace editor
