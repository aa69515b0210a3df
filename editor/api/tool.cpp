#include "editor/api/tool.h"

namespace editor
{
engine::Vec3d PointerEvent::onViewPlane(const engine::Vec3d& depth) const
{
    const auto forward = camera.forward();
    return ray.origin + ray.direction * (glm::dot(depth - ray.origin, forward) /
                                         glm::dot(ray.direction, forward));
}
} // namespace editor
