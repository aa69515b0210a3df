#pragma once

#include "engine_core/reflect/type_builder.h"

namespace engine
{
/// A point light as its author describes it. GPU and bake state live in their systems, never here.
struct Light
{
    static constexpr std::string_view TypeName = "light";

    Color color;
    float intensity = 60.0f; ///< candela
    float range = 8.0f;      ///< metres; nothing farther away is lit
    bool baked = true;       ///< lit into lightmaps; otherwise drawn live, without bounces
    bool castShadows = true;
    friend bool operator==(const Light&, const Light&) = default;
};

void describe(TypeBuilder<Light>& light);

/// The share of a light's inverse-square fall-off that is left at `distance`, so that it reaches 0
/// smoothly at `range` (Karis, "Real Shading in Unreal Engine 4", 2013). Baker and renderer use:
///     irradiance = color * intensity * cos(angle) * lightFalloff(distance, range)
/// and what leaves a diffuse face is albedo / pi * irradiance.
[[nodiscard]] double lightFalloff(double distance, double range);
} // namespace engine
