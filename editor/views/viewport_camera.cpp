#include "editor/views/viewport_camera.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace editor
{
using namespace engine;

namespace
{
constexpr double FocusSeconds = 0.15;
constexpr double LookRadiansPerPixel = 0.25 * Pi / 180.0;
constexpr double MaxPitch = 89.0 * Pi / 180.0;
/// 2D cameras stand this far outside the level, so that all of it lies before them. Metres.
constexpr double OrthographicDistance = 4096.0;
/// Metres ahead of a camera in 3D, where a flat view in its place has its middle.
constexpr double LookedAt = 8.0;
constexpr double FirstYaw = 40 * Pi / 180;
constexpr double FirstPitch = -22 * Pi / 180;

Quatd rotationOf(double yaw, double pitch)
{
    return glm::angleAxis(yaw, Vec3d{0, 1, 0}) * glm::angleAxis(pitch, Vec3d{1, 0, 0});
}

Quatd rotationOf(ViewKind kind)
{
    switch (kind) {
    case ViewKind::Top:
        return glm::angleAxis(-Pi / 2, Vec3d{1, 0, 0});
    case ViewKind::Side:
        return glm::angleAxis(Pi / 2, Vec3d{0, 1, 0});
    case ViewKind::Front:
    case ViewKind::Perspective:
        break;
    }
    return {1, 0, 0, 0};
}
} // namespace

ViewportCamera::ViewportCamera(ViewKind kind) : m_kind{kind}
{
    if (kind != ViewKind::Perspective) {
        lookFlat(kind, Vec3d{0});
        return;
    }
    m_camera.nearPlane = 0.05;
    m_camera.farPlane = 2000;
    m_camera.position = {10, 7, 12};
    turnTo(FirstYaw, FirstPitch);
}

void ViewportCamera::turnTo(double yaw, double pitch)
{
    m_yaw = yaw;
    m_pitch = pitch;
    m_camera.rotation = rotationOf(yaw, pitch);
}

void ViewportCamera::setKind(ViewKind kind)
{
    if (kind == m_kind)
        return;
    stopAnimation();
    const bool was3D = std::exchange(m_kind, kind) == ViewKind::Perspective;
    if (was3D)
        m_left3D = Stand{m_camera.position, m_yaw, m_pitch};
    const auto center =
        m_camera.position + m_camera.forward() * (was3D ? LookedAt : OrthographicDistance);
    if (kind == ViewKind::Perspective)
        look3D(center);
    else
        lookFlat(kind, center);
}

void ViewportCamera::lookFlat(ViewKind kind, const Vec3d& center)
{
    m_camera.orthographic = true;
    m_camera.rotation = rotationOf(kind);
    m_camera.nearPlane = 0.1;
    m_camera.farPlane = 2 * OrthographicDistance;
    m_camera.position = center - m_camera.forward() * OrthographicDistance;
}

void ViewportCamera::look3D(const Vec3d& center)
{
    m_camera.orthographic = false;
    m_camera.nearPlane = 0.05;
    m_camera.farPlane = 2000;
    if (m_left3D) {
        m_camera.position = m_left3D->position;
        return turnTo(m_left3D->yaw, m_left3D->pitch);
    }
    turnTo(FirstYaw, FirstPitch);
    const double distance = m_camera.viewHeight / 2 / std::tan(m_camera.fovY / 2);
    m_camera.position = center - m_camera.forward() * distance;
}

void ViewportCamera::setCamera(const ViewCamera& camera)
{
    stopAnimation();
    const bool flat = m_camera.orthographic;
    m_camera = camera;
    if (flat)
        return;
    const auto forward = camera.forward();
    turnTo(std::atan2(-forward.x, -forward.z),
           std::clamp(std::asin(std::clamp(forward.y, -1.0, 1.0)), -MaxPitch, MaxPitch));
}

void ViewportCamera::look(double dx, double dy)
{
    stopAnimation();
    turnTo(m_yaw - dx * LookRadiansPerPixel,
           std::clamp(m_pitch - dy * LookRadiansPerPixel, -MaxPitch, MaxPitch));
}

void ViewportCamera::fly(const Vec3d& direction, double seconds, bool fast)
{
    stopAnimation();
    const double distance = m_flySpeed * (fast ? 3.0 : 1.0) * seconds;
    m_camera.position += (m_camera.right() * direction.x + Vec3d{0, 1, 0} * direction.y +
                          m_camera.forward() * direction.z) *
                         distance;
}

void ViewportCamera::orbit(const Vec3d& pivot, double dx, double dy)
{
    const auto before = m_camera.rotation;
    look(dx, dy);
    // What was at the pivot on screen stays there: turn the offset in the camera's own frame.
    m_camera.position =
        pivot + m_camera.rotation * (glm::inverse(before) * (m_camera.position - pivot));
}

void ViewportCamera::pan(double dx, double dy, double viewHeight, const Vec3d& grabbed)
{
    stopAnimation();
    const double scale = m_camera.metresPerPixel(grabbed, viewHeight);
    m_camera.position += (m_camera.right() * -dx + m_camera.up() * dy) * scale;
}

void ViewportCamera::zoom(double steps, const Vec2d& pointer, const Vec2d& viewSize)
{
    stopAnimation();
    const auto ray = m_camera.rayThrough(pointer.x, pointer.y, viewSize.x, viewSize.y);
    if (!m_camera.orthographic) {
        m_camera.position += ray.direction * (steps * m_flySpeed * 0.25);
        return;
    }
    m_camera.viewHeight = std::clamp(m_camera.viewHeight * std::pow(1.18, -steps), 0.05, 8192.0);
    const auto after = m_camera.rayThrough(pointer.x, pointer.y, viewSize.x, viewSize.y);
    m_camera.position += ray.origin - after.origin;
}

ViewportCamera::Animation ViewportCamera::animationFromHere() const
{
    return {.fromPosition = m_camera.position,
            .toPosition = m_camera.position,
            .fromHeight = m_camera.viewHeight,
            .toHeight = m_camera.viewHeight,
            .fromYaw = m_yaw,
            .toYaw = m_yaw,
            .fromPitch = m_pitch,
            .toPitch = m_pitch};
}

Vec3d ViewportCamera::eyeFor(const Aabb& box, double aspect) const
{
    if (m_camera.orthographic)
        return box.center() - m_camera.forward() * OrthographicDistance;
    const double radius = std::max(0.5, glm::length(box.size()) * 0.5);
    const double half =
        std::min(m_camera.fovY, 2 * std::atan(std::tan(m_camera.fovY / 2) * aspect)) / 2;
    return box.center() - m_camera.forward() * (radius / std::sin(half));
}

void ViewportCamera::focus(const Aabb& box, double aspect)
{
    if (box.isEmpty())
        return;
    auto animation = animationFromHere();
    animation.toPosition = eyeFor(box, aspect);
    if (m_camera.orthographic) {
        const auto size = box.size();
        const double right = glm::dot(glm::abs(m_camera.right()), size);
        const double up = glm::dot(glm::abs(m_camera.up()), size);
        animation.toHeight = std::max({0.5, up * 1.2, right * 1.2 / std::max(aspect, 0.01)});
    }
    m_target = animation;
}

void ViewportCamera::lookFrom(const Vec3d& eye, const Vec3d& target)
{
    if (m_camera.orthographic || glm::length(target - eye) < 1e-6)
        return;
    auto animation = animationFromHere();
    const auto forward = glm::normalize(target - eye);
    animation.toPosition = eye;
    // The short way round.
    animation.toYaw = m_yaw + std::remainder(std::atan2(-forward.x, -forward.z) - m_yaw, 2 * Pi);
    animation.toPitch =
        std::clamp(std::asin(std::clamp(forward.y, -1.0, 1.0)), -MaxPitch, MaxPitch);
    m_target = animation;
}

bool ViewportCamera::animate(double seconds)
{
    if (!m_target)
        return false;
    m_target->elapsed += seconds;
    const double t = std::min(1.0, m_target->elapsed / FocusSeconds);
    const double eased = t * t * (3 - 2 * t);
    m_camera.position = glm::mix(m_target->fromPosition, m_target->toPosition, eased);
    m_camera.viewHeight = glm::mix(m_target->fromHeight, m_target->toHeight, eased);
    if (!m_camera.orthographic) {
        turnTo(glm::mix(m_target->fromYaw, m_target->toYaw, eased),
               glm::mix(m_target->fromPitch, m_target->toPitch, eased));
    }
    if (t >= 1.0)
        m_target.reset();
    return m_target.has_value();
}
} // namespace editor
