#include "engine_core/render/passes/packed_frame.h"

#include <glm/geometric.hpp>

#include <cmath>
#include <cstdlib>

namespace engine
{
namespace
{
constexpr int Reach = 1020; ///< of x and y to both sides of 0
constexpr unsigned Bits = 11;
constexpr unsigned TurnBits = 9;
constexpr int Turn = 1 << TurnBits;

int signOf(int value)
{
    return value < 0 ? -1 : 1;
}

std::uint32_t octahedral(const Vec3f& n)
{
    const float size = std::abs(n.x) + std::abs(n.y) + std::abs(n.z);
    if (!(size > 0))
        return 0;
    float x = n.x / size;
    float y = n.y / size;
    if (n.z < 0) { // the lower half is folded outwards
        const float foldedX = std::copysign(1.0F - std::abs(y), x);
        y = std::copysign(1.0F - std::abs(x), y);
        x = foldedX;
    }
    constexpr std::uint32_t Mask = (1U << Bits) - 1U;
    const auto rounded = [](float value) {
        return static_cast<std::uint32_t>(std::lround(value * static_cast<float>(Reach))) & Mask;
    };
    return rounded(x) | (rounded(y) << Bits);
}

int signedBits(std::uint32_t packed, unsigned from)
{
    return static_cast<std::int32_t>(packed << (32U - Bits - from)) >> (32U - Bits);
}

Vec3f normalOf(std::uint32_t packed)
{
    int x = signedBits(packed, 0);
    int y = signedBits(packed, Bits);
    const int z = Reach - std::abs(x) - std::abs(y);
    if (z < 0) {
        const int foldedX = (Reach - std::abs(y)) * signOf(x);
        y = (Reach - std::abs(x)) * signOf(y);
        x = foldedX;
    }
    return glm::normalize(
        Vec3f{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)});
}

struct Basis
{
    Vec3f first, second;
};

Basis basisOf(const Vec3f& n)
{
    const float s = n.z >= 0 ? 1.0F : -1.0F;
    const float a = -1.0F / (s + n.z);
    const float b = n.x * n.y * a;
    return {{1.0F + s * n.x * n.x * a, s * b, -s * n.x}, {b, s + n.y * n.y * a, -n.y}};
}
} // namespace

std::uint32_t packFrame(const Vec3f& normal, const Vec4f& tangent)
{
    const auto octahedron = octahedral(normal);
    const auto basis = basisOf(normalOf(octahedron));
    const Vec3f along{tangent};
    const float angle = std::atan2(glm::dot(along, basis.second), glm::dot(along, basis.first));
    const auto steps = std::lround(angle / static_cast<float>(2.0 * Pi) * static_cast<float>(Turn));
    const auto turn = static_cast<std::uint32_t>(steps) & static_cast<std::uint32_t>(Turn - 1);
    return octahedron | (turn << (2 * Bits)) | (tangent.w < 0 ? 1U << 31U : 0U);
}

SurfaceFrame unpackFrame(std::uint32_t packed)
{
    SurfaceFrame frame;
    frame.normal = normalOf(packed);
    const auto basis = basisOf(frame.normal);
    const auto turn = (packed >> (2 * Bits)) & static_cast<std::uint32_t>(Turn - 1);
    const float angle =
        static_cast<float>(turn) * (static_cast<float>(2.0 * Pi) / static_cast<float>(Turn));
    frame.tangent = Vec4f{basis.first * std::cos(angle) + basis.second * std::sin(angle),
                          (packed >> 31U) != 0 ? -1.0F : 1.0F};
    return frame;
}
} // namespace engine
