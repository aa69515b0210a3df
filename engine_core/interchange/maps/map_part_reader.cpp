#include "engine_core/interchange/maps/map_part_reader.h"

#include "engine_core/math/types.h"
#include "engine_core/serialization/json_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace engine
{
namespace
{
constexpr std::array<std::pair<std::string_view, MapPartBody>, 6> Bodies{{
    {"none", MapPartBody::None},
    {"solid", MapPartBody::Solid},
    {"trigger", MapPartBody::Trigger},
    {"button", MapPartBody::Button},
    {"item", MapPartBody::Item},
    {"gone", MapPartBody::Gone},
}};

constexpr std::array<std::pair<std::string_view, MapValueKind>, 6> Kinds{{
    {"whole number", MapValueKind::Whole},
    {"true or false", MapValueKind::Bool},
    {"text", MapValueKind::Text},
    {"vector", MapValueKind::Vector},
    {"entity", MapValueKind::Entity},
    {"entities", MapValueKind::Entities},
}};

bool has(const std::vector<std::string>& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// What the engine fires for every object and every trigger.
bool isOwnOutput(std::string_view name)
{
    return name == "entered" || name == "left" || name == "used";
}
} // namespace

Result<void> MapPartReader::read(std::string_view json)
{
    auto tree = JsonTree::parse(json, m_file);
    if (!tree)
        return tree.error();
    const auto root = tree->root();
    if (auto known = checkFields(root, {"format", "parts", "classes", "games"}); !known)
        return known;
    const auto format = root.find("format");
    if (!format || format->whole() != 1)
        return error(root, "a table of parts begins with \"format\": 1");
    if (const auto parts = root.find("parts"))
        if (auto done = readParts(*parts); !done)
            return done;
    if (const auto classes = root.find("classes"))
        if (auto done = readClasses(*classes, m_table.m_classes); !done)
            return done;
    Result<void> outcome;
    if (const auto games = root.find("games"))
        games->forEachMember([&](std::string_view name, const JsonValue& classes) {
            if (outcome)
                outcome = readClasses(classes, m_table.m_games[std::string{name}]);
        });
    return outcome;
}

Result<void> MapPartReader::checkFields(const JsonValue& object,
                                        std::initializer_list<std::string_view> known) const
{
    if (!object.isObject())
        return error(object, "an object in braces is expected");
    Result<void> outcome;
    object.forEachMember([&](std::string_view key, const JsonValue& value) {
        if (outcome && std::find(known.begin(), known.end(), key) == known.end())
            outcome =
                error(value, "'{}' is not known here; known are {}", key, fmt::join(known, ", "));
    });
    return outcome;
}

Result<std::string> MapPartReader::textIn(const JsonValue& value) const
{
    constexpr std::size_t Most = 4096;
    if (!value.isText())
        return error(value, "a text is expected");
    if (value.text().size() > Most)
        return error(value, "a text has {} bytes at most", Most);
    return std::string{value.text()};
}

Result<std::vector<std::string>> MapPartReader::textsIn(const JsonValue& value) const
{
    std::vector<std::string> texts;
    Result<void> outcome;
    if (!value.isArray())
        return error(value, "a list of texts is expected");
    value.forEachItem([&](const JsonValue& item) {
        auto text = textIn(item);
        if (text)
            texts.push_back(*std::move(text));
        else if (outcome)
            outcome = text.error();
    });
    return outcome ? Result<std::vector<std::string>>{std::move(texts)} : outcome.error();
}

Result<void> MapPartReader::readParts(const JsonValue& parts)
{
    if (!parts.isObject())
        return error(parts, "'parts' names its parts in braces");
    Result<void> outcome;
    parts.forEachMember([&](std::string_view name, const JsonValue& value) {
        if (!outcome)
            return;
        auto part = partIn(value);
        if (part)
            m_table.m_parts[std::string{name}] = *std::move(part);
        else
            outcome = part.error();
    });
    return outcome;
}

Result<MapPart> MapPartReader::partIn(const JsonValue& value) const
{
    if (auto known = checkFields(value, {"script", "class", "properties", "outputs", "messages"});
        !known)
        return known.error();
    MapPart part;
    for (const auto& [key, into] :
         {std::pair{"script", &part.file}, std::pair{"class", &part.className}}) {
        const auto found = value.find(key);
        if (!found)
            return error(value, "a part has a \"{}\"", key);
        auto text = textIn(*found);
        if (!text)
            return text.error();
        *into = *std::move(text);
    }
    if (!checkAssetPath(part.file))
        return error(value, "'{}' is no file below the folder of scripts", part.file);
    for (const auto& [key, into] :
         {std::pair{"outputs", &part.outputs}, std::pair{"messages", &part.messages}})
        if (const auto found = value.find(key)) {
            auto texts = textsIn(*found);
            if (!texts)
                return texts.error();
            *into = *std::move(texts);
        }
    Result<void> outcome;
    if (const auto properties = value.find("properties"))
        properties->forEachMember([&](std::string_view name, const JsonValue& each) {
            auto property = propertyIn(each);
            if (property)
                part.properties[std::string{name}] = *std::move(property);
            else if (outcome)
                outcome = property.error();
        });
    return outcome ? Result<MapPart>{std::move(part)} : outcome.error();
}

/// "vector", [0, 60] for a number in these bounds, ["Slide", "Turn"] for a choice.
Result<MapPartProperty> MapPartReader::propertyIn(const JsonValue& value) const
{
    MapPartProperty property;
    if (value.isText()) {
        const auto at = std::find_if(Kinds.begin(), Kinds.end(),
                                     [&](const auto& kind) { return kind.first == value.text(); });
        if (at == Kinds.end())
            return error(value, "'{}' is no kind of a property", value.text());
        property.kind = at->second;
        return property;
    }
    std::vector<double> numbers;
    value.forEachItem([&](const JsonValue& item) {
        if (const auto number = item.number())
            numbers.push_back(*number);
    });
    if (numbers.size() == 2 && value.count() == 2 && numbers[0] <= numbers[1]) {
        property.low = numbers[0];
        property.high = numbers[1];
        return property;
    }
    auto choices = textsIn(value);
    if (!choices)
        return error(value, "a property is a kind, [lowest, highest] or a list of choices");
    property.kind = MapValueKind::Choice;
    property.choices = *std::move(choices);
    return property;
}

Result<void> MapPartReader::readClasses(const JsonValue& classes, MapPartTable::Classes& into)
{
    if (!classes.isObject())
        return error(classes, "classes are named in braces");
    if (classes.count() > MapPartTable::MostClasses)
        return error(classes, "a file has {} classes at most", MapPartTable::MostClasses);
    Result<void> outcome;
    classes.forEachMember([&](std::string_view name, const JsonValue& value) {
        if (!outcome)
            return;
        auto one = classIn(value);
        if (one)
            into[std::string{name}] = *std::move(one);
        else
            outcome = one.error();
    });
    return outcome;
}

Result<MapPartTable::Class> MapPartReader::classIn(const JsonValue& value) const
{
    MapPartTable::Class one;
    if (value.type() == JsonType::Null) {
        one.isTaken = false;
        return one;
    }
    auto base = ruleIn(value, {});
    if (!base)
        return base.error();
    one.base = *std::move(base);
    const auto when = value.find("when");
    if (!when)
        return one;
    if (!when->isArray())
        return error(*when, "'when' is a list");
    Result<void> outcome;
    when->forEachItem([&](const JsonValue& item) {
        if (!outcome)
            return;
        auto conditions = conditionsIn(item);
        auto rule = conditions ? ruleIn(item, one.base.part.value_or("")) : conditions.error();
        if (rule)
            one.when.emplace_back(*std::move(conditions), *std::move(rule));
        else
            outcome = rule.error();
    });
    return outcome ? Result<MapPartTable::Class>{std::move(one)} : outcome.error();
}

Result<std::vector<MapCondition>> MapPartReader::conditionsIn(const JsonValue& value) const
{
    using Test = MapCondition::Test;
    std::vector<MapCondition> conditions;
    for (const auto& [key, test] :
         {std::pair{"has", Test::Has}, std::pair{"lacks", Test::Lacks},
          std::pair{"above0", Test::Above}, std::pair{"below0", Test::Below}})
        if (const auto found = value.find(key)) {
            auto text = textIn(*found);
            if (!text)
                return text.error();
            conditions.push_back({test, *std::move(text)});
        }
    for (const auto& [key, test] :
         {std::pair{"flag", Test::Flag}, std::pair{"noFlag", Test::NoFlag}})
        if (const auto found = value.find(key)) {
            const auto flags = found->whole();
            if (!flags || *flags < 1 || *flags > 0xffffffff)
                return error(*found, "'{}' is a number of spawnflags", key);
            conditions.push_back({test, {}, static_cast<unsigned>(*flags)});
        }
    if (conditions.empty())
        return error(value, "an entry of 'when' says has, lacks, above0, below0, flag or noFlag");
    return conditions;
}

Result<MapPartRule> MapPartReader::ruleIn(const JsonValue& value, std::string_view part) const
{
    if (auto known = checkFields(
            value, {"part",  "body",     "input",  "output", "says", "saysAt", "atLowCorner",
                    "links", "follower", "live",   "needs",  "set",  "wires",  "when",
                    "has",   "lacks",    "above0", "below0", "flag", "noFlag", "keysAreTargets"});
        !known)
        return known.error();
    MapPartRule rule;
    if (const auto named = value.find("part")) {
        auto text = textIn(*named);
        if (!text)
            return text.error();
        if (m_table.findPart(*text) == nullptr && !text->empty())
            return error(*named, "there is no part '{}'", *text);
        rule.part = *std::move(text);
    }
    const auto* whole = m_table.findPart(rule.part.value_or(std::string{part}));
    Result<void> outcome;
    value.forEachMember([&](std::string_view key, const JsonValue& each) {
        if (outcome)
            outcome = readField(rule, key, each, whole);
    });
    return outcome ? Result<MapPartRule>{std::move(rule)} : outcome.error();
}

Result<void> MapPartReader::readField(MapPartRule& rule,
                                      std::string_view key,
                                      const JsonValue& value,
                                      const MapPart* part) const
{
    if (key == "set")
        return readSet(rule.set, value, part);
    if (key == "follower")
        return readSet(rule.follower, value, part);
    if (key == "links")
        return readLinks(rule, value, part);
    if (key == "wires")
        return readWires(rule, value, part);
    if (key == "body") {
        const auto at = std::find_if(Bodies.begin(), Bodies.end(),
                                     [&](const auto& body) { return body.first == value.text(); });
        if (at == Bodies.end())
            return error(value, "'{}' is no body", value.text());
        rule.body = at->second;
        return {};
    }
    for (const auto& [name, into] :
         {std::pair{"atLowCorner", &rule.atLowCorner}, std::pair{"live", &rule.live},
          std::pair{"keysAreTargets", &rule.keysAreTargets}})
        if (key == name) {
            *into = value.boolean();
            return *into ? Result<void>{} : error(value, "'{}' is true or false", key);
        }
    for (const auto& [name, into] :
         {std::pair{"input", &rule.input}, std::pair{"output", &rule.output},
          std::pair{"says", &rule.says}, std::pair{"saysAt", &rule.saysAt},
          std::pair{"needs", &rule.needs}}) {
        if (key != name)
            continue;
        auto text = textIn(value);
        if (!text)
            return text.error();
        const bool isOutput = key == "output" || key == "saysAt";
        if (isOutput && !isOwnOutput(*text) && (part == nullptr || !has(part->outputs, *text)))
            return error(value, "the part has no output '{}'", *text);
        if (key == "input" && (part == nullptr || !has(part->messages, *text)))
            return error(value, "the part has no message '{}'", *text);
        if (key == "needs" && m_table.findPart(*text) == nullptr)
            return error(value, "there is no part '{}'", *text);
        *into = *std::move(text);
    }
    return {};
}

Result<void>
MapPartReader::readLinks(MapPartRule& rule, const JsonValue& value, const MapPart* part) const
{
    if (!value.isObject())
        return error(value, "'links' names outputs and what each tells the others");
    rule.links.emplace();
    Result<void> outcome;
    value.forEachMember([&](std::string_view output, const JsonValue& message) {
        if (!outcome)
            return;
        if (part == nullptr || !has(part->outputs, output) || !has(part->messages, message.text()))
            outcome = error(message, "the part has no output '{}' or no message '{}'", output,
                            message.text());
        rule.links->emplace_back(output, message.text());
    });
    return outcome;
}

Result<void> MapPartReader::readSet(std::vector<std::pair<std::string, MapPartValue>>& set,
                                    const JsonValue& value,
                                    const MapPart* part) const
{
    if (!value.isObject() || part == nullptr)
        return error(value, "'set' gives properties of a part their values");
    Result<void> outcome;
    value.forEachMember([&](std::string_view name, const JsonValue& each) {
        if (!outcome)
            return;
        const auto property = part->properties.find(name);
        if (property == part->properties.end()) {
            outcome = error(each, "the part has no property '{}'", name);
            return;
        }
        auto found = valueIn(each, property->second);
        if (found)
            set.emplace_back(name, *std::move(found));
        else
            outcome = found.error();
    });
    return outcome;
}

Result<void>
MapPartReader::readWires(MapPartRule& rule, const JsonValue& value, const MapPart* part) const
{
    if (!value.isArray())
        return error(value, "'wires' is a list");
    Result<void> outcome;
    value.forEachItem([&](const JsonValue& item) {
        if (outcome)
            outcome = checkFields(item, {"output", "class", "flag", "message"});
        if (!outcome)
            return;
        MapPartWire wire;
        for (const auto& [key, into] :
             {std::pair{"output", &wire.output}, std::pair{"class", &wire.className},
              std::pair{"message", &wire.message}}) {
            const auto found = item.find(key);
            auto text = found ? textIn(*found) : error(item, "a wire has a \"{}\"", key);
            if (!text) {
                outcome = text.error();
                return;
            }
            *into = *std::move(text);
        }
        if (!isOwnOutput(wire.output) && (part == nullptr || !has(part->outputs, wire.output)))
            outcome = error(item, "the part has no output '{}'", wire.output);
        if (const auto flag = item.find("flag"))
            wire.flag = static_cast<int>(std::clamp(flag->number().value_or(0), 0.0, 1e9));
        rule.wires.push_back(std::move(wire));
    });
    return outcome;
}
} // namespace engine
