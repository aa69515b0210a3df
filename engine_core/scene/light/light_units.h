#pragma once

#include "engine_core/scene/components/light.h"

#include <optional>
#include <span>
#include <string_view>

namespace engine
{
/// What the strength of lights is counted in.
enum class LightUnit : std::uint8_t
{
    Candela, ///< towards where it shines strongest; what components hold, but for the sun
    Lumen,   ///< to all sides together
    Lux,     ///< on a face that is turned to the sun; what components hold of it
    Nits     ///< candela per square metre of an area
};

/// "cd", "lm", "lx", "nt".
[[nodiscard]] std::string_view unitSymbol(LightUnit unit);

/// "lm" and "lumen", "cd", "candela", "lx", "lux", "nt", "nit", "nits", "cd/m2"; in any case.
[[nodiscard]] std::optional<LightUnit> lightUnitOf(std::string_view text);

/// Those of the kind, the one that components hold first.
[[nodiscard]] std::span<const LightUnit> unitsOf(LightKind kind);

/// Units of the kind that one unit of the light's intensity makes: intensity times this is what the
/// light gives in `unit`. `profileSolidAngle`: of its profile (LightProfile::solidAngle), where it
/// has one. 1 for a unit that the kind does not have.
///
/// A point shines into 4 pi steradians; a spot into its cone, weighted as LightCone fades it, so
/// that a wide one needs more lumens for the same candela; an area as a face does, with the cosine:
/// pi.
[[nodiscard]] double
unitsPerIntensity(const Light& light, LightUnit unit, double profileSolidAngle = 0);
} // namespace engine
