#include "engine_core/interchange/maps/map_part_reader.h"

#include <algorithm>

namespace engine
{
Result<MapPartValue> MapPartReader::valueIn(const JsonValue& value,
                                            const MapPartProperty& property) const
{
    if (value.isObject())
        return value.find("measure") ? measureIn(value, property) : keyValueIn(value, property);
    auto literal = literalIn(value, property);
    if (!literal)
        return literal.error();
    MapPartValue found;
    found.otherwise = *std::move(literal);
    return found;
}

Result<MapPartValue> MapPartReader::keyValueIn(const JsonValue& value,
                                               const MapPartProperty& property) const
{
    if (auto known = checkFields(value, {"key", "else", "below0", "length", "before", "after"});
        !known)
        return known.error();
    MapPartValue found;
    found.from = MapPartValue::From::Key;
    for (const auto& [key, into] :
         {std::pair{"key", &found.name}, std::pair{"before", &found.before},
          std::pair{"after", &found.after}})
        if (const auto each = value.find(key)) {
            auto text = textIn(*each);
            if (!text)
                return text.error();
            *into = *std::move(text);
        }
    using Kind = MapValueKind;
    const bool takesKeys = property.kind == Kind::Number || property.kind == Kind::Whole ||
                           property.kind == Kind::Text || property.kind == Kind::Bool;
    if (found.name.empty() || !takesKeys)
        return error(value, "a \"key\" gives a number, a text or true and false");
    if (const auto length = value.find("length"))
        found.isLength = length->boolean().value_or(false);
    if (const auto otherwise = value.find("else")) {
        auto literal = literalIn(*otherwise, property);
        if (!literal)
            return literal.error();
        found.otherwise = *std::move(literal);
    }
    if (const auto below = value.find("below0")) {
        auto literal = literalIn(*below, property);
        if (!literal)
            return literal.error();
        found.below0 = *std::move(literal);
    }
    return found;
}

Result<MapPartValue> MapPartReader::measureIn(const JsonValue& value,
                                              const MapPartProperty& property) const
{
    MapPartValue found;
    found.from = MapPartValue::From::Measure;
    Result<void> outcome;
    value.forEachMember([&](std::string_view key, const JsonValue& each) {
        if (!outcome)
            return;
        const auto number = each.number();
        if (key == "measure" && each.isText())
            found.name = each.text();
        else if (number)
            found.args[std::string{key}] = *number;
        else
            outcome = error(each, "what a measure needs are numbers");
    });
    if (!outcome)
        return outcome.error();
    const auto kind = kindOfMapMeasure(found.name);
    if (!kind)
        return error(value, "there is no measure '{}'", found.name);
    if (*kind != property.kind)
        return error(value, "the measure '{}' does not fit this property", found.name);
    return found;
}

Result<Value> MapPartReader::literalIn(const JsonValue& value,
                                       const MapPartProperty& property) const
{
    switch (property.kind) {
    case MapValueKind::Number:
        if (const auto number = value.number();
            number && *number >= property.low && *number <= property.high)
            return Value{*number};
        return error(value, "a number from {} to {} is expected", property.low, property.high);
    case MapValueKind::Whole:
        if (const auto whole = value.whole())
            return Value{*whole};
        return error(value, "a whole number is expected");
    case MapValueKind::Bool:
        if (const auto truth = value.boolean())
            return Value{*truth};
        return error(value, "true or false is expected");
    case MapValueKind::Text:
    case MapValueKind::Choice: {
        auto text = textIn(value);
        if (!text)
            return text.error();
        if (property.kind == MapValueKind::Choice &&
            std::find(property.choices.begin(), property.choices.end(), *text) ==
                property.choices.end())
            return error(value, "'{}' is none of {}", *text, fmt::join(property.choices, ", "));
        return Value{*std::move(text)};
    }
    case MapValueKind::Vector:
    case MapValueKind::Entity:
    case MapValueKind::Entities:
        break;
    }
    return error(value, "only a measure gives this property its value");
}
} // namespace engine
