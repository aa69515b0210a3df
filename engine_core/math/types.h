#pragma once

#define GLM_FORCE_SILENT_WARNINGS
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <cmath>
#include <numbers>

namespace engine
{
// Space: metres, Y up, right-handed, -Z forward. Geometry is double, what the GPU gets is float.
using Vec2d = glm::dvec2;
using Vec3d = glm::dvec3;
using Vec4d = glm::dvec4;
using Quatd = glm::dquat;
using Mat4d = glm::dmat4;
using Vec2f = glm::vec2;
using Vec3f = glm::vec3;
using Vec4f = glm::vec4;
using Quatf = glm::quat;
using Mat4f = glm::mat4;

inline constexpr double Pi = std::numbers::pi;

[[nodiscard]] constexpr double radians(double degrees)
{
    return degrees * (Pi / 180.0);
}

[[nodiscard]] constexpr double degrees(double radians)
{
    return radians * (180.0 / Pi);
}

[[nodiscard]] inline bool isFinite(const Vec3d& v)
{
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// Places farther out than this are refused: beyond it doubles no longer hold our tolerances.
/// Metres.
inline constexpr double WorldLimit = 65536.0;

/// A linear-light colour; components from 0 up, 1 is white at full albedo.
struct Color
{
    float r = 1;
    float g = 1;
    float b = 1;
    friend bool operator==(const Color&, const Color&) = default;
};
} // namespace engine
