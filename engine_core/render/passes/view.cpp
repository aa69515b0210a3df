#include "engine_core/render/passes/view.h"

#include <glm/ext/matrix_clip_space.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <algorithm>

namespace engine
{
namespace
{
/// Half the height of what is seen, a metre in front of the camera (perspective) or anywhere
/// (orthographic).
double halfHeight(const ViewCamera& camera)
{
    return camera.orthographic ? camera.viewHeight * 0.5 : std::tan(camera.fovY * 0.5);
}
} // namespace

Mat4d ViewCamera::viewMatrix() const
{
    auto view = glm::mat4_cast(glm::conjugate(rotation));
    view[3] = view * Vec4d{-position, 1.0};
    return view;
}

Mat4d ViewCamera::projectionMatrix(double aspect) const
{
    if (!orthographic)
        return glm::perspective(fovY, aspect, nearPlane, farPlane);
    const double h = halfHeight(*this);
    return glm::ortho(-h * aspect, h * aspect, -h, h, -farPlane, farPlane);
}

Ray ViewCamera::rayThrough(double x, double y, double width, double height) const
{
    const double h = halfHeight(*this);
    const double alongX = (2.0 * x / width - 1.0) * h * (width / height);
    const double alongY = (1.0 - 2.0 * y / height) * h;
    const auto aside = right() * alongX + up() * alongY;
    if (orthographic)
        return {position + aside - forward() * farPlane, forward()};
    return {position, glm::normalize(forward() + aside)};
}

std::optional<Vec2d> ViewCamera::project(const Vec3d& p, double width, double height) const
{
    const auto local = p - position;
    const double depth = glm::dot(local, forward());
    if (!orthographic && depth < nearPlane)
        return std::nullopt;
    const double h = halfHeight(*this) * (orthographic ? 1.0 : depth);
    return Vec2d{(glm::dot(local, right()) / (h * width / height) + 1.0) * 0.5 * width,
                 (1.0 - glm::dot(local, up()) / h) * 0.5 * height};
}

double ViewCamera::metresPerPixel(const Vec3d& at, double height) const
{
    const double perMetre = 2.0 * halfHeight(*this) / height;
    if (orthographic)
        return perMetre;
    return perMetre * std::max(glm::dot(at - position, forward()), nearPlane);
}
} // namespace engine
