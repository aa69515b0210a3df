#pragma once

#include "engine_core/math/types.h"

#include <cmath>

namespace engine
{
/// A unit vector without the dust of about 1e-16 that turns and shears leave in place of zeros and
/// ones; without it boxes stay boxes.
inline Vec3d withoutDust(Vec3d unit)
{
    for (int i = 0; i < 3; ++i)
        if (std::abs(unit[i]) < 1e-14)
            unit[i] = 0;
        else if (std::abs(std::abs(unit[i]) - 1) < 1e-14)
            unit[i] = std::copysign(1.0, unit[i]);
    return unit;
}
} // namespace engine
