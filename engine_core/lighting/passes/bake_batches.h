#pragma once

#include "engine_core/lighting/luxel_tracer.h"

#include <span>
#include <vector>

namespace engine
{
/// Neighbouring charts whose bounced light is held unpacked at the same time.
struct BakeBatch
{
    std::size_t from = 0; ///< charts
    std::size_t to = 0;   ///< behind the last
    std::size_t firstItem = 0;
    std::size_t lastItem = 0; ///< behind the last
    std::size_t luxels = 0;
};

/// All charts, in batches of at most a million luxels, unless one chart has more. `items` are in
/// the order of the charts, and each chart has some.
[[nodiscard]] std::vector<BakeBatch> batchesOf(std::span<const BakeChart> charts,
                                               std::span<const TileRange> items);
} // namespace engine
