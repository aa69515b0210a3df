#pragma once

#include "engine_core/assets/images/image.h"
#include "engine_core/base/hash.h"

namespace engine
{
/// The least alpha of 0 to 255 that is drawn (resources/shaders/surface.frag); where it is lower
/// there is a hole.
inline constexpr std::uint8_t LeastDrawnAlpha = 128;

/// Of where the picture has holes, whatever its colours are; 0 if it has none.
[[nodiscard]] ContentHash holesHash(const Image& picture);
} // namespace engine
