#pragma once

#include "engine_core/lighting/luxel_cover.h"

#include <span>

namespace engine
{
/// Only what is deeper inside another brush than this is buried. Metres.
inline constexpr double BuriedDepth = 1e-4;

struct LuxelRect
{
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0; ///< last ones included
};

/// A brush in front of a chart, and the luxels that it may bury.
struct WallOnChart
{
    const Brush* brush = nullptr;
    LuxelRect rect;
};

/// Leaves each luxel that a wall runs through the cells on that side of it where most of them are,
/// and notes between which luxels walls stand (LuxelCover::cuts). Samples lie `offset` metres in
/// front of the face.
void partLuxels(const BakeChart& chart,
                std::span<const WallOnChart> walls,
                double offset,
                LuxelCover& cover);
} // namespace engine
