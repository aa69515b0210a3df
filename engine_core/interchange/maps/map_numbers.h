#pragma once

#include "engine_core/interchange/maps/map_geometry.h"
#include "engine_core/reflect/type_builder.h"
#include "engine_core/scene/components/map_entity.h"

#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace engine
{
/// What the games count light and colours up to.
inline constexpr double LightMaximum = 255;

/// Up to four numbers of a value; those that it has not are 0.
struct MapNumbers
{
    std::array<double, 4> values{};
    std::size_t count = 0;
};

[[nodiscard]] MapNumbers numbersOf(const MapKeys& keys, std::string_view key);
[[nodiscard]] std::optional<double> numberOf(const MapKeys& keys, std::string_view key);

/// The numbers with spaces between them, as short as they read back the same.
[[nodiscard]] std::string textOf(std::initializer_list<double> numbers);

/// Linear light of a brightness from 0 to 1; what lies outside counts as its end.
[[nodiscard]] double toLinear(double srgb);

/// Both games' ways: parts from 0 to 1, or to 255. Nothing for black or less than three numbers.
[[nodiscard]] std::optional<Color> colorOf(const MapNumbers& numbers);

/// As sRGB from 0 to 1.
[[nodiscard]] std::string colorText(const Color& color);
} // namespace engine
