#pragma once

#include <fmt/core.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace engine
{
/// "12,345": a number as people read it.
[[nodiscard]] inline std::string numberText(std::size_t number)
{
    auto text = fmt::format("{}", number);
    for (auto at = text.size(); at > 3; at -= 3)
        text.insert(at - 3, 1, ',');
    return text;
}

/// "1 brush", "3 brushes": a number of things with the form of the word that belongs to it.
[[nodiscard]] inline std::string
countText(std::size_t count, std::string_view one, std::string_view many)
{
    return fmt::format("{} {}", numberText(count), count == 1 ? one : many);
}
} // namespace engine
