#pragma once

#include "engine_core/base/files.h"

#include <cstdint>
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

/// PNG, JPEG, TGA and BMP. Refuses sides over 16,384.
[[nodiscard]] Result<Image> loadImage(const fs::path& file);

[[nodiscard]] Result<void> savePng(const Image& image, const fs::path& file);
} // namespace engine
