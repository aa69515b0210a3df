#pragma once

#include "engine_core/base/files.h"

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

/// PNG, JPEG, TGA and BMP. Refuses sides over 16,384.
[[nodiscard]] Result<Image> loadImage(const fs::path& file);

/// The same of a file in memory; `name` is for the Error.
[[nodiscard]] Result<Image> parseImage(std::string_view bytes, const std::string& name);

[[nodiscard]] Result<void> savePng(const Image& image, const fs::path& file);
} // namespace engine
