#pragma once

#include <cstddef>
#include <string_view>

/// Searches whose time grows with the length of the text alone, whatever a script looks for: one
/// call of theirs is not ended in between. Answers are those of std::string_view.
namespace engine::scriptcore
{
[[nodiscard]] std::size_t findText(std::string_view text, std::string_view part, std::size_t from);

/// The last that begins at `from` or before.
[[nodiscard]] std::size_t
findLastText(std::string_view text, std::string_view part, std::size_t from);

/// The first byte that is one of `bytes`, or the first that is none.
[[nodiscard]] std::size_t
findByteOf(std::string_view text, std::string_view bytes, std::size_t from, bool isOne);

/// The last such byte at `from` or before.
[[nodiscard]] std::size_t
findLastByteOf(std::string_view text, std::string_view bytes, std::size_t from, bool isOne);
} // namespace engine::scriptcore
