#pragma once

#include "engine_core/base/json_tree.h"
#include "engine_core/interchange/maps/map_part_table.h"

#include <fmt/format.h>

#include <initializer_list>

namespace engine
{
/// Reads one file of a MapPartTable. Every error names file and place.
class MapPartReader
{
public:
    MapPartReader(MapPartTable& table, const std::string& file) : m_table{table}, m_file{file} {}

    [[nodiscard]] Result<void> read(std::string_view json);

private:
    template <typename... Args>
    [[nodiscard]] Error error(const JsonValue& at, const char* format, const Args&... args) const;

    [[nodiscard]] Result<void> checkFields(const JsonValue& object,
                                           std::initializer_list<std::string_view> known) const;
    [[nodiscard]] Result<std::string> textIn(const JsonValue& value) const;
    [[nodiscard]] Result<std::vector<std::string>> textsIn(const JsonValue& value) const;

    [[nodiscard]] Result<void> readParts(const JsonValue& parts);
    [[nodiscard]] Result<MapPart> partIn(const JsonValue& value) const;
    [[nodiscard]] Result<MapPartProperty> propertyIn(const JsonValue& value) const;
    [[nodiscard]] Result<void> readClasses(const JsonValue& classes, MapPartTable::Classes& into);
    [[nodiscard]] Result<MapPartTable::Class> classIn(const JsonValue& value) const;
    [[nodiscard]] Result<std::vector<MapCondition>> conditionsIn(const JsonValue& value) const;

    /// `part` is that of the entry around it; empty: none.
    [[nodiscard]] Result<MapPartRule> ruleIn(const JsonValue& value, std::string_view part) const;
    [[nodiscard]] Result<void> readField(MapPartRule& rule,
                                         std::string_view key,
                                         const JsonValue& value,
                                         const MapPart* part) const;
    [[nodiscard]] Result<void> readSet(std::vector<std::pair<std::string, MapPartValue>>& set,
                                       const JsonValue& value,
                                       const MapPart* part) const;
    [[nodiscard]] Result<void>
    readLinks(MapPartRule& rule, const JsonValue& value, const MapPart* part) const;
    [[nodiscard]] Result<void>
    readWires(MapPartRule& rule, const JsonValue& value, const MapPart* part) const;
    [[nodiscard]] Result<MapPartValue> valueIn(const JsonValue& value,
                                               const MapPartProperty& property) const;
    [[nodiscard]] Result<MapPartValue> keyValueIn(const JsonValue& value,
                                                  const MapPartProperty& property) const;
    [[nodiscard]] Result<MapPartValue> measureIn(const JsonValue& value,
                                                 const MapPartProperty& property) const;
    [[nodiscard]] Result<Value> literalIn(const JsonValue& value,
                                          const MapPartProperty& property) const;

    MapPartTable& m_table;
    const std::string& m_file;
};

template <typename... Args>
Error MapPartReader::error(const JsonValue& at, const char* format, const Args&... args) const
{
    return Error{"{}, {}: {}", m_file, placeToText(at.place()),
                 fmt::format(fmt::runtime(format), args...)};
}
} // namespace engine
