#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>

namespace engine
{
/// The transfer functions of sRGB, IEC 61966-2-1: one part of a colour, 0 to 1, as light and as
/// screens and picture files have it.
template <std::floating_point T> [[nodiscard]] T linearFromSrgb(T srgb)
{
    return srgb <= T(0.04045) ? srgb / T(12.92) : std::pow((srgb + T(0.055)) / T(1.055), T(2.4));
}

/// Brighter light than white is white.
template <std::floating_point T> [[nodiscard]] T srgbFromLinear(T linear)
{
    const T light = std::clamp(linear, T(0), T(1));
    return light <= T(0.0031308) ? light * T(12.92)
                                 : T(1.055) * std::pow(light, 1 / T(2.4)) - T(0.055);
}
} // namespace engine
