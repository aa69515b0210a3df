#include "engine_core/math/types.h"
#include "engine_core/scripting/runtime/script_core.h"

#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cmath>

namespace engine::scriptcore
{
namespace
{
Vec3d unit(const Vec3d& v)
{
    const double length = glm::length(v);
    return length > 0 ? v / length : v;
}

/// -Z along the direction, and +Y as near to `up` as that allows.
Quatd lookAlong(const Vec3d& direction, const Vec3d& up)
{
    const Vec3d back = -unit(direction);
    if (!isFinite(back) || back == Vec3d{0})
        return {1, 0, 0, 0};
    Vec3d right = glm::cross(up, back);
    if (const double side = glm::length(right);
        !std::isfinite(side) || side < 1e-9) // straight up or down: any side will do
        right = glm::cross(std::abs(back.y) < 0.9 ? Vec3d{0, 1, 0} : Vec3d{0, 0, -1}, back);
    right = unit(right);
    return glm::quat_cast(glm::dmat3{right, glm::cross(back, right), back});
}

double angleBetween(const Vec3d& a, const Vec3d& b)
{
    return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
}

Vec3d moveTowards(const Vec3d& from, const Vec3d& to, double step)
{
    const double distance = glm::distance(from, to);
    return distance <= std::abs(step) ? to : from + (to - from) * (std::abs(step) / distance);
}

/// Of the same sign as the divisor, unlike fmod: angles wrap.
double wrap(double value, double length)
{
    return length > 0 ? value - std::floor(value / length) * length : 0;
}

Color mixed(const Color& a, const Color& b, double t)
{
    const auto part = static_cast<float>(t);
    return {a.r + (b.r - a.r) * part, a.g + (b.g - a.g) * part, a.b + (b.b - a.b) * part};
}
} // namespace

Result<void> bindDirections(ScriptBinder& binder)
{
    binder.function("Quat lookAlong(const Vec3 &in direction, const Vec3 &in up = Vec3(0, 1, 0))",
                    lookAlong, "How something is turned whose front, -Z, points in a direction");
    binder.method(
        "Quat", "Quat inverse() const", +[](const Quatd& a) { return glm::inverse(a); },
        "The turn back");
    binder.function("double angleBetween(const Vec3 &in, const Vec3 &in)", angleBetween,
                    "From 0 to Pi radians; 0 if one of them has no length");
    binder.function("Vec3 moveTowards(const Vec3 &in from, const Vec3 &in to, double step)",
                    moveTowards, "A step from one place to another, never beyond it");
    binder.function(
        "Vec3 reflect(const Vec3 &in direction, const Vec3 &in normal)",
        +[](const Vec3d& direction, const Vec3d& normal) {
            return direction - normal * (2 * glm::dot(direction, normal));
        },
        "As a ball bounces off; the normal's length is 1");
    binder.function(
        "double sign(double)", +[](double a) { return a > 0   ? 1.0
                                                      : a < 0 ? -1.0
                                                              : 0.0; },
        "-1, 0 or 1");
    binder.function("double wrap(double value, double length)", wrap,
                    "What is left of a number above the last whole multiple, from 0 to the length");
    binder.function("Color lerp(const Color &in, const Color &in, double)", mixed,
                    "Between two colours: the first at 0, the second at 1");
    return binder.finish("direction");
}
} // namespace engine::scriptcore
