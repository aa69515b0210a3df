#pragma once

#include <array>
#include <cstdint>

namespace engine
{
/// The colours of Quake's textures as 0xRRGGBB, sRGB; WAD2 files do not hold them. The figures are
/// those of the game's gfx/palette.lmp, which all tools for its files share.
extern const std::array<std::uint32_t, 256> QuakePalette;
} // namespace engine
