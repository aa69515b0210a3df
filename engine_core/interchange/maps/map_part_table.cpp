#include "engine_core/interchange/maps/map_part_table.h"

#include "engine_core/interchange/maps/map_part_reader.h"
#include "engine_core/interchange/maps/map_scanner.h"

#include <algorithm>

namespace engine
{
namespace
{
template <typename T>
void take(std::optional<T>& into, const std::optional<T>& from)
{
    if (from)
        into = from;
}

void takeOver(MapPartRule& rule, const MapPartRule& more)
{
    take(rule.part, more.part);
    take(rule.body, more.body);
    take(rule.input, more.input);
    take(rule.output, more.output);
    take(rule.says, more.says);
    take(rule.saysAt, more.saysAt);
    take(rule.atLowCorner, more.atLowCorner);
    take(rule.links, more.links);
    take(rule.live, more.live);
    take(rule.keysAreTargets, more.keysAreTargets);
    take(rule.needs, more.needs);
    for (const auto& [into, from] :
         {std::pair{&rule.set, &more.set}, std::pair{&rule.follower, &more.follower}})
        for (const auto& one : *from) {
            std::erase_if(*into, [&one](const auto& pair) { return pair.first == one.first; });
            into->push_back(one);
        }
    rule.wires.insert(rule.wires.end(), more.wires.begin(), more.wires.end());
}

bool holds(const MapCondition& condition, const MapKeys& keys)
{
    const auto* value = findMapKey(keys, condition.key);
    const auto number = value != nullptr ? mapNumber(*value).value_or(0) : 0;
    using Test = MapCondition::Test;
    switch (condition.test) {
    case Test::Has:
        return value != nullptr && !value->empty();
    case Test::Lacks:
        return value == nullptr || value->empty();
    case Test::Flag:
        return (mapFlags(keys) & condition.flags) != 0;
    case Test::NoFlag:
        return (mapFlags(keys) & condition.flags) == 0;
    case Test::Above:
        return number > 0;
    case Test::Below:
        return number < 0;
    }
    return false;
}
} // namespace

std::optional<double> mapNumber(const std::string& text)
{
    return MapScanner{text}.number();
}

unsigned mapFlags(const MapKeys& keys)
{
    const auto* text = findMapKey(keys, "spawnflags");
    const auto number = text != nullptr ? mapNumber(*text) : std::nullopt;
    constexpr double Most = 4294967295.0;
    return number && *number >= 0 && *number <= Most ? static_cast<unsigned>(*number) : 0;
}

Result<void> MapPartTable::add(std::string_view json, const std::string& file)
{
    return MapPartReader{*this, file}.read(json);
}

const MapPart* MapPartTable::findPart(std::string_view name) const
{
    const auto at = m_parts.find(name);
    return at != m_parts.end() ? &at->second : nullptr;
}

/// By its name, else by the longest beginning with a star behind it.
const MapPartTable::Class* MapPartTable::find(const Classes& classes, std::string_view className)
{
    if (const auto at = classes.find(className); at != classes.end())
        return &at->second;
    for (std::string start{className}; !start.empty(); start.pop_back())
        if (const auto at = classes.find(start + '*'); at != classes.end())
            return &at->second;
    return nullptr;
}

std::optional<MapPartRule>
MapPartTable::ruleFor(std::string_view className, const MapKeys& keys, std::string_view game) const
{
    const Class* found = nullptr;
    if (const auto own = m_games.find(game); own != m_games.end())
        found = find(own->second, className);
    if (found == nullptr)
        found = find(m_classes, className);
    if (found == nullptr || !found->isTaken)
        return std::nullopt;
    auto rule = found->base;
    for (const auto& [conditions, more] : found->when)
        if (std::all_of(conditions.begin(), conditions.end(),
                        [&](const MapCondition& each) { return holds(each, keys); }))
            takeOver(rule, more);
    return rule;
}

Result<MapPartTable> loadMapParts(const Project* project)
{
    MapPartTable table;
    const auto standard = resourceFolder() / MapPartFile;
    const auto text = readFile(standard, MapPartTable::MostBytes);
    if (!text)
        return text.error();
    if (auto added = table.add(*text, standard.string()); !added)
        return added.error();
    if (project == nullptr)
        return table;
    const auto own = project->root / MapPartFile;
    std::error_code ignored;
    if (!fs::exists(own, ignored))
        return table;
    const auto more = readFile(own, MapPartTable::MostBytes);
    if (!more)
        return more.error();
    if (auto added = table.add(*more, own.string()); !added)
        return added.error();
    return table;
}
} // namespace engine
