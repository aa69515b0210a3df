#include "engine_core/geometry/chart_frame.h"

#include <glm/common.hpp>

#include <limits>

namespace engine
{
ChartFrame chartFrame(const Brush& brush, FaceIndex face)
{
    constexpr double LeastSize = 1e-6;
    const auto& plane = brush.faces()[face].plane;
    const auto upright = worldAlignedUv(plane.normal).uAxis;
    ChartFrame frame;
    frame.sAxis = glm::normalize(upright - plane.normal * glm::dot(upright, plane.normal));
    frame.tAxis = glm::cross(frame.sAxis, plane.normal);

    Vec2d low{std::numeric_limits<double>::infinity()};
    Vec2d high{-std::numeric_limits<double>::infinity()};
    for (const auto corner : brush.faceVertices(face)) {
        const auto& p = brush.vertices()[corner];
        const Vec2d st{glm::dot(p, frame.sAxis), glm::dot(p, frame.tAxis)};
        low = glm::min(low, st);
        high = glm::max(high, st);
    }
    frame.origin = plane.normal * plane.distance + frame.sAxis * low.x + frame.tAxis * low.y;
    frame.size = glm::max(high - low, Vec2d{LeastSize});
    return frame;
}
} // namespace engine
