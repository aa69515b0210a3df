#pragma once

#include "engine_core/foliage/density/painted_weights.h"
#include "engine_core/foliage/foliage_stroke.h"

namespace engine
{
enum class DensityStroke
{
    Thin,   ///< takes density away: a full stroke leaves none
    Restore ///< gives it back
};

/// Paints density on the way from one point to the other. Strength is a target: the weight comes
/// down to what the brush leaves at its place, or up to what it gives, so that painting over again
/// changes nothing.
void paintDensity(const FoliageInstances& standing,
                  const StrokePoint& from,
                  const StrokePoint& to,
                  const FoliageBrush& brush,
                  DensityStroke stroke,
                  FoliageEdit& edit);

/// Where two states differ in their weights; empty if they do not.
[[nodiscard]] Aabb changedDensity(const FoliageInstances& before, const FoliageInstances& after);
} // namespace engine
