#include "engine_core/scene/foliage/foliage_pose.h"

#include <glm/gtc/matrix_transform.hpp>
#include <glm/mat4x4.hpp>

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
glm::dmat3 turnAbout(const Vec3d& axis, double angle)
{
    return glm::dmat3{glm::rotate(glm::dmat4{1}, angle, axis)};
}
} // namespace

FoliagePose foliagePose(const FoliageType& type, const FoliageInstance& instance)
{
    constexpr double ScaleSteps = 4096;
    FoliagePose pose;
    pose.place = Vec3d{instance.position} + Vec3d{0, type.offset, 0};
    const double yaw = instance.yaw / 65536.0 * 2 * Pi;
    const double lean = instance.pitch / 32767.0 * Pi / 2;
    pose.turn = turnAbout({0, 1, 0}, yaw) * turnAbout({1, 0, 0}, lean);
    const auto normal = foliageNormal(instance);
    const double steep = std::acos(std::clamp(normal.y, -1.0, 1.0));
    const double tilt = type.alignToNormal ? std::min(steep, radians(type.maxAngle)) : 0.0;
    // Straight down is as far about any level axis; foliage.vert takes the same.
    const Vec3d across{normal.z, 0, -normal.x};
    const bool hasHeading = glm::length(across) > 1e-6;
    if (tilt > 1e-4)
        pose.turn =
            turnAbout(hasHeading ? glm::normalize(across) : Vec3d{1, 0, 0}, tilt) * pose.turn;
    for (int axis = 0; axis < 3; ++axis)
        pose.turn[axis] *= instance.scale[static_cast<std::size_t>(axis)] / ScaleSteps;
    return pose;
}
} // namespace engine
