#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace engine
{
/// Pieces of JSON text, appended to a string: no tree is built to save a level. Numbers are the
/// shortest that read back to the same value; -0 is written as 0 and what is not finite as 0, which
/// JSON has no word for.
void appendJson(std::string& out, double number);
void appendJson(std::string& out, float number);
void appendJson(std::string& out, std::int64_t number);
void appendJson(std::string& out, bool value);

/// In quotes, escaped; bytes that are not UTF-8 become U+FFFD so that the file can be read again.
void appendJsonText(std::string& out, std::string_view text);

/// `"key":`
void appendJsonKey(std::string& out, std::string_view key);

/// Valid JSON without the spaces between its parts; numbers and texts stay as they are.
[[nodiscard]] std::string minifiedJson(std::string_view json);
} // namespace engine
