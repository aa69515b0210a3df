#include "engine_core/base/utf8.h"

#include <cstddef>

namespace engine
{
namespace
{
/// How many bytes the code point at the front takes; 0 if it is not valid.
std::size_t codePointLength(std::string_view text)
{
    const auto byte = [&](std::size_t i) {
        return static_cast<unsigned char>(text[i]);
    };
    const auto first = byte(0);
    if (first < 0x80)
        return 1;
    const std::size_t length = first < 0xc2   ? 0
                               : first < 0xe0 ? 2
                               : first < 0xf0 ? 3
                               : first < 0xf5 ? 4
                                              : 0;
    if (length == 0 || text.size() < length)
        return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xc0U) != 0x80)
            return 0;
    // The second byte rules out overlong forms, surrogates and what lies beyond U+10FFFF.
    if ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) >= 0xa0) ||
        (first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) >= 0x90))
        return 0;
    return length;
}
} // namespace

bool isUtf8(std::string_view text)
{
    while (!text.empty()) {
        const auto length = codePointLength(text);
        if (length == 0)
            return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string repairedUtf8(std::string_view text)
{
    std::string repaired;
    repaired.reserve(text.size());
    while (!text.empty()) {
        const auto length = codePointLength(text);
        if (length == 0)
            repaired += "\xef\xbf\xbd";
        else
            repaired += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return repaired;
}

void appendUtf8(std::string& text, std::uint32_t codePoint)
{
    const auto add = [&](std::uint32_t byte) {
        text += static_cast<char>(static_cast<unsigned char>(byte));
    };
    const auto tail = [&](unsigned shift) {
        add(0x80U | ((codePoint >> shift) & 0x3fU));
    };
    if (codePoint < 0x80) {
        add(codePoint);
    } else if (codePoint < 0x800) {
        add(0xc0U | (codePoint >> 6U));
        tail(0);
    } else if (codePoint < 0x10000) {
        add(0xe0U | (codePoint >> 12U));
        tail(6);
        tail(0);
    } else {
        add(0xf0U | (codePoint >> 18U));
        tail(12);
        tail(6);
        tail(0);
    }
}
} // namespace engine
