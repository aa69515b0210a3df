#pragma once

#include "engine_core/reflect/type_builder.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine
{
/// What a Quake .map file said of an entity, kept so that an export gives it back: whatever of it
/// this program has components for stands in these, too. On SceneEntity: the map's worldspawn.
struct MapEntity
{
    static constexpr std::string_view TypeName = "map_entity";

    std::string className; ///< such as "monster_ogre"
    std::string keys;      ///< "key" "value" "key" "value" ..., in the order of the file
    friend bool operator==(const MapEntity&, const MapEntity&) = default;
};

void describe(TypeBuilder<MapEntity>& entity);

/// In the order of the text; a key may come twice. Values are as in the file, escapes included.
using MapKeys = std::vector<std::pair<std::string, std::string>>;

/// Tolerant: what is no pair of quoted texts is left out.
[[nodiscard]] MapKeys mapKeysFromText(std::string_view keys);

/// Quotes and line breaks, which would end a value, become escapes.
[[nodiscard]] std::string
textFromMapKeys(std::span<const std::pair<std::string, std::string>> keys);

/// The last value of that key, since the last one counts in the games; null if there is none.
[[nodiscard]] const std::string* findMapKey(const MapKeys& keys, std::string_view key);

/// Replaces the last value of that key, or adds it at the end.
void setMapKey(MapKeys& keys, std::string_view key, std::string value);
} // namespace engine
