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

/// On SceneEntity: what an import knew of textures that the project did not have then.
struct MapTextures
{
    static constexpr std::string_view TypeName = "map_textures";

    /// Names, a line each, sorted: those that lie on faces in repeats, as brush primitives say it.
    /// Others were taken to be of some size, and lie right once the true one is known.
    std::string inRepeats;
    friend bool operator==(const MapTextures&, const MapTextures&) = default;
};

void describe(TypeBuilder<MapTextures>& textures);

[[nodiscard]] bool listsTexture(const MapTextures& textures, std::string_view name);

/// The names of both.
[[nodiscard]] MapTextures merged(const MapTextures& a, const MapTextures& b);

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
