#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace engine
{
/// The word of four bytes at `at`, which lies within `bytes`. The formats and our machines are both
/// little endian.
inline std::uint32_t wordAt(std::string_view bytes, std::size_t at)
{
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    return word;
}
} // namespace engine
