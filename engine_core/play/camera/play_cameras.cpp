#include "engine_core/play/camera/play_cameras.h"

#include "engine_core/scene/world/hierarchy.h"
#include "engine_core/scene/world/world.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
/// From 0 to 1, slow at both ends.
double smooth(double t)
{
    return t * t * (3 - 2 * t);
}
} // namespace

void PlayCameras::use(EntityId camera, double seconds)
{
    if (camera == m_active && seconds >= m_duration - m_elapsed)
        return;
    m_active = camera;
    m_from = m_seen;
    m_elapsed = 0;
    m_duration = std::max(seconds, 0.0);
    m_jumps = m_duration == 0;
}

bool PlayCameras::setFov(EntityId camera, double fovY)
{
    if (!m_angles.contains(camera) && m_angles.size() >= MostAngles)
        return false;
    m_angles[camera] = fovY;
    return true;
}

PlayCamera PlayCameras::tick(const World& world, const PlayCamera& player, double seconds)
{
    m_seen = show(world, player, seconds);
    return m_seen;
}

PlayCamera PlayCameras::show(const World& world, const PlayCamera& player, double seconds)
{
    if (m_active && !world.exists(m_active)) {
        m_active = {};
        m_duration = 0;
        m_jumps = true;
    }
    m_hasJumped = std::exchange(m_jumps, false);
    auto seen = player;
    seen.fovY = m_playerFov;
    if (m_active) {
        const auto place = worldTransform(world, m_active);
        seen.eye = place.position;
        seen.rotation = glm::normalize(place.rotation);
        if (const auto own = m_angles.find(m_active); own != m_angles.end())
            seen.fovY = own->second;
    }
    m_elapsed += seconds;
    if (m_elapsed >= m_duration) {
        m_duration = 0;
        return seen;
    }
    const double t = smooth(m_elapsed / m_duration);
    seen.eye = glm::mix(m_from.eye, seen.eye, t);
    seen.rotation = glm::slerp(m_from.rotation, seen.rotation, t);
    seen.fovY = glm::mix(m_from.fovY, seen.fovY, t);
    return seen;
}

void PlayCameras::addTo(Hasher& hasher) const
{
    if (m_active)
        hasher.add(m_active.value);
    if (m_duration > 0) {
        hasher.add(m_elapsed).add(m_duration).add(m_from.fovY);
        for (int i = 0; i < 3; ++i)
            hasher.add(m_from.eye[i]);
        for (int i = 0; i < 4; ++i)
            hasher.add(m_from.rotation[i]);
    }
    hasher.add(m_playerFov).add(m_jumps);
    for (const auto& [camera, angle] : m_angles)
        hasher.add(camera.value).add(angle);
}

ScreenPlace screenPlaceOf(const PlayCamera& camera, const Vec3d& place)
{
    constexpr double HalfHeight = 360; // points; a narrow picture shows as much by its width
    const Vec3d seen =
        glm::conjugate(camera.rotation * camera.tilt) * (place - camera.eye - camera.sway);
    ScreenPlace result;
    result.distance = -seen.z;
    result.isInFront = result.distance > 1e-6;
    if (result.isInFront)
        result.offset =
            Vec2d{seen.x, -seen.y} * (HalfHeight / (std::tan(camera.fovY / 2) * result.distance));
    return result;
}
} // namespace engine
