#pragma once

#include "engine_core/lighting/luxel_cover.h"

#include <span>

namespace engine
{
/// Whether rays are traced for the indirect light of a luxel with open cells. The others lie amid
/// open luxels and take it from those at the corners of their field of farX by farY luxels.
[[nodiscard]] bool isFarTraced(const BakeChart& chart, const LuxelCover& cover, int x, int y);

/// Gives the other luxels their indirect light. `light` is the chart's.
void spreadFarLight(const BakeChart& chart, const LuxelCover& cover, std::span<Vec3f> light);
} // namespace engine
