#pragma once

#include "engine_core/math/types.h"

#include <cstdint>
#include <vector>

namespace engine
{
/// A picture as a mask: white is the full density, black none. Immutable, any thread.
struct DensityPicture
{
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint8_t> shares; ///< row by row from the top; 255 is all

    /// The share, 0 to 1, at a place in the picture: from (0, 0), its upper left corner, to (1, 1).
    /// Smooth between the middles of its points; 0 outside.
    [[nodiscard]] double at(const Vec2d& place) const;
};
} // namespace engine
