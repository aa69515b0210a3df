#include "engine_core/interchange/maps/map_numbers.h"

#include "engine_core/interchange/maps/map_scanner.h"
#include "engine_core/math/srgb.h"

#include <algorithm>
#include <cmath>

namespace engine
{
MapNumbers numbersOf(const MapKeys& keys, std::string_view key)
{
    MapNumbers numbers;
    const auto* text = findMapKey(keys, key);
    if (text == nullptr)
        return numbers;
    MapScanner scan{*text};
    while (numbers.count < numbers.values.size()) {
        const auto number = scan.number();
        if (!number)
            break;
        numbers.values[numbers.count++] = *number;
    }
    return numbers;
}

std::optional<double> numberOf(const MapKeys& keys, std::string_view key)
{
    const auto numbers = numbersOf(keys, key);
    return numbers.count > 0 ? std::optional{numbers.values[0]} : std::nullopt;
}

std::string textOf(std::initializer_list<double> numbers)
{
    std::string text;
    for (const double number : numbers) {
        if (!text.empty())
            text += ' ';
        appendMapNumber(text, number);
    }
    return text;
}

double toLinear(double srgb)
{
    return linearFromSrgb(std::clamp(srgb, 0.0, 1.0));
}

std::optional<Color> colorOf(const MapNumbers& numbers)
{
    if (numbers.count < 3)
        return std::nullopt;
    const auto& v = numbers.values;
    const double most = std::max({v[0], v[1], v[2]});
    if (!(most > 0))
        return std::nullopt;
    const double full = most > 1 ? LightMaximum : 1;
    return Color{static_cast<float>(toLinear(v[0] / full)),
                 static_cast<float>(toLinear(v[1] / full)),
                 static_cast<float>(toLinear(v[2] / full))};
}

std::string colorText(const Color& color)
{
    const auto part = [](float linear) {
        return std::round(srgbFromLinear(static_cast<double>(linear)) * 1e6) / 1e6;
    };
    return textOf({part(color.r), part(color.g), part(color.b)});
}
} // namespace engine
