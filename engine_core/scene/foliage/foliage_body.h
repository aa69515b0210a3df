#pragma once

#include "engine_core/scene/components/foliage.h"

namespace engine
{
/// The part of a kind of plant that stands in the way, at scale 1: an upright cylinder. Metres.
struct FoliageBodySize
{
    double radius = 0; ///< 0: nothing is in the way
    double height = 0;
};

/// As the kind says; what it leaves at 0 is that of its model (the radius that of its lowest two
/// metres, so that a crown is no wall) or of its picture. Main thread, unless the kind says both.
[[nodiscard]] FoliageBodySize foliageBodySize(const World& world, const FoliageType& type);
} // namespace engine
