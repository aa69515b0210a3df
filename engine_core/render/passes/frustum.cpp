#include "engine_core/render/passes/frustum.h"

#include <glm/common.hpp>
#include <glm/gtc/matrix_access.hpp>

#include <algorithm>

namespace engine
{
Frustum::Frustum(const ViewCamera& camera, double aspect)
{
    const auto m = camera.projectionMatrix(aspect) * camera.viewMatrix();
    const auto w = glm::row(m, 3);
    for (int axis = 0; axis < 3; ++axis) {
        const auto row = glm::row(m, axis);
        for (const double sign : {1.0, -1.0}) {
            const auto plane = w + row * sign;
            const auto index = static_cast<std::size_t>(axis * 2 + (sign > 0 ? 0 : 1));
            m_planes[index] = Vec4f{plane / glm::length(Vec3d{plane})};
        }
    }
}

bool Frustum::touchesBox(const Vec3f& min, const Vec3f& max) const
{
    const auto center = (min + max) * 0.5F;
    const auto extent = (max - min) * 0.5F;
    return std::all_of(m_planes.begin(), m_planes.end(), [&](const Vec4f& plane) {
        const Vec3f normal{plane};
        return glm::dot(normal, center) + plane.w >= -glm::dot(glm::abs(normal), extent);
    });
}

bool Frustum::touchesSphere(const Vec3f& center, float radius) const
{
    return std::all_of(m_planes.begin(), m_planes.end(), [&](const Vec4f& plane) {
        return glm::dot(Vec3f{plane}, center) + plane.w >= -radius;
    });
}
} // namespace engine
