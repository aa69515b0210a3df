#pragma once

#include "engine_core/math/types.h"

#include <optional>

namespace engine
{
inline constexpr double LeastKelvin = 1000;
inline constexpr double MostKelvin = 12000;

/// The linear colour of a black body of that temperature, clamped to LeastKelvin..MostKelvin; its
/// strongest channel is 1. The Planckian locus by M. Krystek, "An algorithm to calculate correlated
/// colour temperature", Color Research & Application 10, 1985, which is good from 1,000 K to
/// 15,000 K; colours that a screen cannot show lose what would be below 0.
[[nodiscard]] Color colorOfTemperature(double kelvin);

/// The temperature whose colour this is, however bright, to about 10 K in 6,500; nothing if it is
/// far from all of them, and of black.
[[nodiscard]] std::optional<double> temperatureOfColor(const Color& color);
} // namespace engine
