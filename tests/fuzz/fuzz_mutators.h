#pragma once

#include "tests/fuzz/fuzz_target.h"

#include <algorithm>

namespace mapwright::fuzz
{
/// A few bytes changed, inserted, copied or cut.
[[nodiscard]] std::string mutateBytes(std::string bytes, Random& random);

/// A value, key or element of a JSON text changed; mutateBytes() of what is no JSON.
[[nodiscard]] std::string mutateJson(const std::string& text, Random& random);

/// A word or line of a text changed, moved, repeated or cut; numbers become odd ones.
[[nodiscard]] std::string mutateText(const std::string& text, Random& random);

/// A number in 1, 2, 4 or 8 bytes set to an odd one: sizes, counts and floats of binary files.
[[nodiscard]] std::string mutateNumbers(std::string bytes, Random& random);

/// A number as texts of hostile files have them.
[[nodiscard]] std::string oddNumber(Random& random);

/// A little-endian number in the bytes.
template <typename T>
[[nodiscard]] T numberAt(std::string_view bytes, std::size_t at)
{
    T value{};
    if (at + sizeof value <= bytes.size())
        std::copy_n(bytes.data() + at, sizeof value, reinterpret_cast<char*>(&value)); // NOLINT
    return value;
}

template <typename T>
void setNumberAt(std::string& bytes, std::size_t at, T value)
{
    if (at + sizeof value <= bytes.size())
        std::copy_n(reinterpret_cast<const char*>(&value), sizeof value, // NOLINT: plain numbers
                    bytes.data() + at);
}
} // namespace mapwright::fuzz
