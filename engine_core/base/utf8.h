#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace engine
{
/// Without overlong forms, surrogates and code points beyond U+10FFFF.
[[nodiscard]] bool isUtf8(std::string_view text);

/// The text with a U+FFFD for every byte that is not part of valid UTF-8.
[[nodiscard]] std::string repairedUtf8(std::string_view text);

/// Appends one code point; it must be valid.
void appendUtf8(std::string& text, std::uint32_t codePoint);
} // namespace engine
