#include "editor/panels/fields/rotation_degrees.h"

#include <algorithm>
#include <cmath>

namespace editor
{
using engine::Quatd;
using engine::Vec3d;

namespace
{
/// Below a millionth of a degree lies only rounding.
double rounded(double degrees)
{
    const double result = std::round(degrees * 1e6) / 1e6;
    return result == 0 ? 0 : result; // no -0
}
} // namespace

Vec3d toDegrees(const Quatd& rotation)
{
    const auto q = glm::normalize(rotation);
    // Entries of the rotation matrix Rz * Ry * Rx.
    const double m20 = 2 * (q.x * q.z - q.w * q.y);
    const double m21 = 2 * (q.y * q.z + q.w * q.x);
    const double m22 = 1 - 2 * (q.x * q.x + q.y * q.y);
    const double m10 = 2 * (q.x * q.y + q.w * q.z);
    const double m00 = 1 - 2 * (q.y * q.y + q.z * q.z);
    Vec3d angles{0};
    angles.y = std::asin(std::clamp(-m20, -1.0, 1.0));
    if (std::abs(m20) < 1 - 1e-10) {
        angles.x = std::atan2(m21, m22);
        angles.z = std::atan2(m10, m00);
    } else {
        // Straight up or down x and z turn about the same axis: all of it is given to z.
        const double m01 = 2 * (q.x * q.y - q.w * q.z);
        const double m11 = 1 - 2 * (q.x * q.x + q.z * q.z);
        angles.z = std::atan2(-m01, m11);
    }
    return {rounded(engine::degrees(angles.x)), rounded(engine::degrees(angles.y)),
            rounded(engine::degrees(angles.z))};
}

Vec3d shortDegrees(const Quatd& rotation)
{
    const auto halfTurned = [](double degrees) {
        return degrees > 0 ? degrees - 180 : degrees + 180;
    };
    const auto total = [](const Vec3d& degrees) {
        return std::abs(degrees.x) + std::abs(degrees.y) + std::abs(degrees.z);
    };
    const auto angles = toDegrees(rotation);
    // Half a turn about x and z is the same as the other way round about y.
    const Vec3d other{halfTurned(angles.x), -halfTurned(angles.y), halfTurned(angles.z)};
    auto shortest = total(other) < total(angles) ? other : angles;
    for (int axis = 0; axis < 3; ++axis) {
        const double hundredths = std::round(shortest[axis] * 100) / 100;
        shortest[axis] = hundredths == 0 ? 0 : hundredths; // no -0
    }
    return shortest;
}

Quatd fromDegrees(const Vec3d& degrees)
{
    const auto about = [](double angle, const Vec3d& axis) {
        const double half = engine::radians(angle) / 2;
        return Quatd{std::cos(half), axis * std::sin(half)};
    };
    return glm::normalize(about(degrees.z, {0, 0, 1}) * about(degrees.y, {0, 1, 0}) *
                          about(degrees.x, {1, 0, 0}));
}
} // namespace editor
