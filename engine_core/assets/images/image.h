#pragma once

#include "engine_core/base/files/files.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace engine
{
/// 8-bit RGBA, row by row from the top, colours as in the file (sRGB for colour textures).
struct Image
{
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint8_t> rgba;
};

/// Pixels a side that a picture may have.
inline constexpr std::uint32_t MostImageSide = 16384;

/// PNG, JPEG, TGA and BMP. Refuses longer sides than `mostSide` before it takes memory for them.
[[nodiscard]] Result<Image> loadImage(const fs::path& file, std::uint32_t mostSide = MostImageSide);

/// The same of a file in memory; `name` is for the Error.
[[nodiscard]] Result<Image>
parseImage(std::string_view bytes, const std::string& name, std::uint32_t mostSide = MostImageSide);

/// The bytes of a PNG file.
[[nodiscard]] Result<std::string> pngBytes(const Image& image);

[[nodiscard]] Result<void> savePng(const Image& image, const fs::path& file);
} // namespace engine
