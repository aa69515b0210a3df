#include "engine_core/base/json_writer.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace engine
{
namespace
{
template <typename T>
void appendChars(std::string& out, T number)
{
    std::array<char, 40> buffer;
    const auto* end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
    out += std::string_view{buffer.data(), end};
}

/// Most numbers of a level have three decimals or less, for which the search for the shortest text
/// takes longest. No two numbers of so few digits are one double or float, so what is written here
/// is what that search would find.
template <typename T>
bool appendThousandths(std::string& out, T number)
{
    constexpr T Limit = std::is_same_v<T, float> ? 1e3 : 1e7;
    const T size = std::abs(number);
    if (!(size < Limit))
        return false;
    const auto count = static_cast<std::int64_t>(size * 1000 + T{0.5});
    if (static_cast<T>(count) / 1000 != size)
        return false;
    std::array<char, 16> buffer;
    char* end = buffer.data();
    if (number < 0)
        *end++ = '-';
    end = std::to_chars(end, buffer.data() + buffer.size(), count / 1000).ptr;
    *end++ = '.';
    for (auto rest = count % 1000; rest > 0; rest = rest % 100 * 10)
        *end++ = static_cast<char>('0' + rest / 100);
    out += std::string_view{buffer.data(), end};
    return true;
}

template <typename T>
void appendReal(std::string& out, T number)
{
    constexpr T Limit = 1e7;
    // Whole numbers are common, quick to write, and read better than 1e+05.
    if (number > -Limit && number < Limit) {
        const auto whole = static_cast<std::int32_t>(number);
        if (static_cast<T>(whole) == number)
            return appendChars(out, whole);
    }
    if (!std::isfinite(number)) {
        out += '0';
        return;
    }
    if (!appendThousandths(out, number))
        appendChars(out, number);
}

/// ASCII that stands in quotes as it is.
bool isPlain(std::string_view text)
{
    return std::none_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte >= 0x80 || c == '"' || c == '\\';
    });
}

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}
} // namespace

void appendJson(std::string& out, double number)
{
    appendReal(out, number);
}

void appendJson(std::string& out, float number)
{
    appendReal(out, number);
}

void appendJson(std::string& out, std::int64_t number)
{
    appendChars(out, number);
}

void appendJson(std::string& out, bool value)
{
    out += value ? "true" : "false";
}

void appendJsonText(std::string& out, std::string_view text)
{
    using Json = nlohmann::json;
    if (isPlain(text)) {
        out += '"';
        out += text;
        out += '"';
    } else {
        out += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    }
}

void appendJsonKey(std::string& out, std::string_view key)
{
    appendJsonText(out, key);
    out += ':';
}

std::string minifiedJson(std::string_view json)
{
    std::string small;
    small.reserve(json.size());
    bool inText = false;
    for (std::size_t at = 0; at < json.size(); ++at) {
        const char c = json[at];
        if (!inText && isSpace(c))
            continue;
        small += c;
        if (inText && c == '\\' && at + 1 < json.size())
            small += json[++at];
        else if (c == '"')
            inText = !inText;
    }
    return small;
}
} // namespace engine
