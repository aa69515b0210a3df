#include "engine_core/reflect/type_builder.h"

#include <cctype>

namespace engine
{
namespace
{
Result<void> checkNumber(double number, const std::optional<PropertyRange>& range)
{
    if (!std::isfinite(number))
        return detail::notFinite();
    if (range && (number < range->min || number > range->max))
        return Error{"{} is not between {} and {}", number, range->min, range->max};
    return {};
}

Result<void> checkValue(const Value& value, const std::optional<PropertyRange>& range)
{
    if (const auto* number = value.as<double>())
        return checkNumber(*number, range);
    if (const auto* whole = value.as<std::int64_t>())
        return checkNumber(static_cast<double>(*whole), range);
    const auto all = [&](const auto& vector, int count) -> Result<void> {
        for (int i = 0; i < count; ++i)
            if (auto good = checkNumber(vector[i], range); !good)
                return good;
        return {};
    };
    if (const auto* two = value.as<Vec2d>())
        return all(*two, 2);
    if (const auto* three = value.as<Vec3d>())
        return all(*three, 3);
    if (const auto* turn = value.as<Quatd>())
        return all(*turn, 4);
    if (const auto* color = value.as<Color>()) {
        if (color->r < 0 || color->g < 0 || color->b < 0)
            return Error{"a colour cannot be below 0"};
        return all(Vec3d{color->r, color->g, color->b}, 3);
    }
    return {};
}
} // namespace

std::string labelFromName(const std::string& name)
{
    std::string label;
    for (const char c : name) {
        const auto letter = static_cast<unsigned char>(c);
        if (label.empty())
            label += static_cast<char>(std::toupper(letter));
        else if (std::isupper(letter) != 0)
            (label += ' ') += static_cast<char>(std::tolower(letter));
        else
            label += c == '_' ? ' ' : c;
    }
    return label;
}

void checkRanges(TypeInfo& type)
{
    for (auto& property : type.properties)
        property.set = [inner = std::move(property.set), range = property.range](
                           void* component, const Value& value) -> Result<void> {
            if (auto good = checkValue(value, range); !good)
                return good;
            return inner(component, value);
        };
}
} // namespace engine
