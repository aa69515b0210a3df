#include "engine_core/play/notes/note_escapes.h"

#include <fmt/format.h>

namespace engine
{
namespace
{
bool isControl(char each)
{
    const auto code = static_cast<unsigned char>(each);
    return code < 0x20 || code == 0x7F;
}

/// Null for a letter that means nothing there.
const char* htmlEntity(char each)
{
    switch (each) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return nullptr;
    }
}
} // namespace

std::string markdownText(std::string_view text)
{
    constexpr std::string_view Marks = "\\`*_{}[]()#+-.!|~=:$@^";
    std::string out;
    for (const char each : text) {
        if (const char* entity = htmlEntity(each))
            out += entity;
        else if (each == '\n')
            out += "\\\n"; // a line break, and nothing begins a list or a table behind it
        else if (isControl(each))
            out += ' ';
        else {
            if (Marks.find(each) != std::string_view::npos)
                out += '\\';
            out += each;
        }
    }
    return out;
}

std::string htmlText(std::string_view text)
{
    std::string out;
    for (const char each : text) {
        if (const char* entity = htmlEntity(each))
            out += entity;
        else
            out += isControl(each) && each != '\n' ? ' ' : each;
    }
    return out;
}

std::string linkText(std::string_view path)
{
    std::string out;
    for (const char each : path) {
        const bool isPlain = (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') ||
                             (each >= '0' && each <= '9') || each == '-' || each == '.' ||
                             each == '_' || each == '/';
        out += isPlain ? std::string{each}
                       : fmt::format("%{:02X}",
                                     static_cast<unsigned>(static_cast<unsigned char>(each)));
    }
    return out;
}

std::string csvField(std::string_view text)
{
    // A formula may also stand behind blanks and line breaks.
    const auto first = text.find_first_not_of(" \t\r\n");
    const bool isFormula =
        first != std::string_view::npos &&
        (std::string_view{"=+-@|%"}.find(text[first]) != std::string_view::npos ||
         text.substr(first).starts_with("\xEF\xBC\x9D") || // full-width = + - @
         text.substr(first).starts_with("\xEF\xBC\x8B") ||
         text.substr(first).starts_with("\xEF\xBC\x8D") ||
         text.substr(first).starts_with("\xEF\xBC\xA0"));
    std::string value{isFormula ? "'" : ""};
    value += text;
    if (value.find_first_of(",;\"\r\n\t") == std::string::npos)
        return value;
    std::string out{'"'};
    for (const char each : value) {
        if (each == '"')
            out += '"';
        out += each;
    }
    return out + '"';
}
} // namespace engine
