#pragma once

#include <span>
#include <string>
#include <string_view>

namespace engine
{
/// How many letters must be put in, left out or exchanged to make one text of the other; upper and
/// lower case are the same. Takes time by the product of the lengths.
[[nodiscard]] std::size_t lettersApart(std::string_view a, std::string_view b);

/// The first of the texts with the fewest letters apart from the wanted one, of which the first 64
/// bytes count; empty if there are none.
[[nodiscard]] std::string nearestText(std::string_view wanted, std::span<const std::string> texts);
} // namespace engine
