#include "engine_core/base/text_codes.h"

#include <array>
#include <charconv>

namespace engine
{
namespace
{
constexpr std::string_view Digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr unsigned NoDigit = 64;

constexpr std::array<unsigned char, 256> makeValues()
{
    std::array<unsigned char, 256> values{};
    for (auto& value : values)
        value = NoDigit;
    for (std::size_t i = 0; i < Digits.size(); ++i)
        values[static_cast<unsigned char>(Digits[i])] = static_cast<unsigned char>(i);
    return values;
}

unsigned byteAt(std::string_view bytes, std::size_t i)
{
    return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U;
}
} // namespace

std::optional<ContentHash> hashFromText(std::string_view text)
{
    ContentHash hash = 0;
    const auto* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, hash, 16);
    if (text.size() != 16 || read.ec != std::errc{} || read.ptr != end)
        return std::nullopt;
    return hash;
}

std::string base64FromBytes(std::string_view bytes)
{
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const unsigned group =
            (byteAt(bytes, i) << 16U) | (byteAt(bytes, i + 1) << 8U) | byteAt(bytes, i + 2);
        for (unsigned digit = 0; digit < 4; ++digit)
            text += Digits[(group >> (18U - 6U * digit)) & 63U];
    }
    const auto padding = (3 - bytes.size() % 3) % 3;
    text.replace(text.size() - padding, padding, padding, '=');
    return text;
}

std::optional<std::string> bytesFromBase64(std::string_view text)
{
    static constexpr auto Values = makeValues();
    if (text.size() % 4 != 0)
        return std::nullopt;
    std::size_t padding = 0;
    while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=')
        ++padding;
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    for (std::size_t i = 0; i < text.size(); i += 4) {
        unsigned group = 0;
        for (std::size_t digit = i; digit < i + 4; ++digit) {
            const unsigned value = digit < text.size() - padding
                                       ? Values[static_cast<unsigned char>(text[digit])]
                                       : 0U;
            if (value == NoDigit)
                return std::nullopt;
            group = (group << 6U) | value;
        }
        for (unsigned byte = 0; byte < 3; ++byte)
            bytes += static_cast<char>((group >> (16U - 8U * byte)) & 255U);
    }
    bytes.resize(bytes.size() - padding);
    return bytes;
}
} // namespace engine
