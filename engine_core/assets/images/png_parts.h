#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace engine
{
/// What PNG files begin with; their parts follow. PNG, second edition (ISO/IEC 15948), 5.
inline constexpr std::string_view PngMark{"\x89PNG\r\n\x1a\n", 8};

/// A part is its length, its kind, its bytes, and a checksum of kind and bytes.
inline constexpr std::size_t PngPartFrame = 12;

/// Four bytes, the highest first. `at` and the three after it must be there.
[[nodiscard]] constexpr std::uint32_t pngWordAt(std::string_view bytes, std::size_t at)
{
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < 4; ++i)
        word = word << 8U | static_cast<unsigned char>(bytes[at + i]);
    return word;
}
} // namespace engine
