#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <type_traits>

namespace engine
{
/// What the whole text says; nullopt for anything else, and for what is not finite.
/// @param base of whole numbers
template <typename Number>
[[nodiscard]] std::optional<Number> numberOfText(std::string_view text, int base = 10)
{
    Number number{};
    const char* end = text.data() + text.size();
    std::from_chars_result read{};
    if constexpr (std::is_floating_point_v<Number>)
        read = std::from_chars(text.data(), end, number);
    else
        read = std::from_chars(text.data(), end, number, base);
    if (read.ec != std::errc{} || read.ptr != end)
        return std::nullopt;
    if constexpr (std::is_floating_point_v<Number>)
        if (!std::isfinite(number))
            return std::nullopt;
    return number;
}
} // namespace engine
