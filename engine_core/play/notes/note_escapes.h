#pragma once

#include <string>
#include <string_view>

namespace engine
{
/// Texts of strangers in files of other kinds, where they stay texts.

/// All signs that mean something in Markdown with a backslash before them, and those of HTML as
/// entities; lines stay lines.
[[nodiscard]] std::string markdownText(std::string_view text);

/// For HTML, between tags and in attributes in quotes.
[[nodiscard]] std::string htmlText(std::string_view text);

/// A relative path in a link: all but letters, digits and "-._/" as %XX.
[[nodiscard]] std::string linkText(std::string_view path);

/// In quotes where need be. What begins as a formula gets a ' before it.
[[nodiscard]] std::string csvField(std::string_view text);
} // namespace engine
