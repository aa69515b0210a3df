#pragma once

#include <fmt/core.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace engine
{
/// "1 brush", "3 brushes": a number of things with the form of the word that belongs to it.
[[nodiscard]] inline std::string
countText(std::size_t count, std::string_view one, std::string_view many)
{
    return fmt::format("{} {}", count, count == 1 ? one : many);
}
} // namespace engine
