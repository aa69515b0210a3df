#pragma once

#include "engine_core/math/types.h"

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace engine
{
/// Light in four bytes: nine bits a channel and five of an exponent that they share (as the RGB9_E5
/// textures of OpenGL have it). No channel is negative, and none above 65408.
class PackedLight
{
public:
    PackedLight() = default;

    /// What lies between two values becomes either, as `chance` (from 0 to below 1) says, so that
    /// the mean of many is right.
    PackedLight(const Vec3f& light, float chance);

    [[nodiscard]] Vec3f unpacked() const
    {
        constexpr std::uint32_t Mask = (1U << Bits) - 1;
        const auto unit = std::bit_cast<float>(((m_bits >> 27U) + 127U - Bias - Bits) << 23U);
        return Vec3f{static_cast<float>(static_cast<std::int32_t>(m_bits & Mask)),
                     static_cast<float>(static_cast<std::int32_t>((m_bits >> Bits) & Mask)),
                     static_cast<float>(static_cast<std::int32_t>((m_bits >> 2 * Bits) & Mask))} *
               unit;
    }

private:
    static constexpr std::uint32_t Bits = 9;
    static constexpr std::uint32_t Bias = 15;
    std::uint32_t m_bits = 0;
};

/// What luxels show in a pass, in the order of the charts, packed or not. Whoever makes it keeps
/// the values.
class LuxelLight
{
public:
    LuxelLight() = default;

    LuxelLight(std::span<const Vec3f> light) : m_light{light.data()}, m_isEmpty{light.empty()} {}

    LuxelLight(const std::vector<Vec3f>& light) : LuxelLight{std::span{light}} {}

    LuxelLight(const std::vector<PackedLight>& light)
        : m_packed{light.data()}, m_isEmpty{light.empty()}
    {
    }

    /// There is none: all is dark.
    [[nodiscard]] bool isEmpty() const { return m_isEmpty; }

    [[nodiscard]] Vec3f operator[](std::size_t luxel) const
    {
        return m_packed != nullptr ? m_packed[luxel].unpacked() : m_light[luxel];
    }

private:
    const Vec3f* m_light = nullptr;
    const PackedLight* m_packed = nullptr;
    bool m_isEmpty = true;
};
} // namespace engine
