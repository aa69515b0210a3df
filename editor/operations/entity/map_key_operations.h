#pragma once

#include "editor/document/transaction.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace editor
{
using engine::EntityId;

/// The keys that imported entities keep (MapEntity), as the inspector edits them: of all entities
/// that are given at once. Entities that keep none are left alone.

/// A key that some of the entities have.
struct SharedMapKey
{
    std::string key;
    std::optional<std::string> value; ///< nullopt: they differ
    bool isInAll = true;
    friend bool operator==(const SharedMapKey&, const SharedMapKey&) = default;
};

/// In the order of the first entity, then those that only others have. A key that stands twice
/// counts once, with the last value, as in the games.
[[nodiscard]] std::vector<SharedMapKey> sharedMapKeys(const engine::World& world,
                                                      std::span<const EntityId> entities);

/// Gives each entity the key with the value; new keys come last. Quotes in the value become
/// escapes. Refused for an empty key and one with quotes, which no map file can hold.
engine::Result<void> setMapKey(Transaction& transaction,
                               std::span<const EntityId> entities,
                               const std::string& key,
                               const std::string& value);

/// Refused like setMapKey(), and where an entity has the new key already.
engine::Result<void> renameMapKey(Transaction& transaction,
                                  std::span<const EntityId> entities,
                                  const std::string& from,
                                  const std::string& to);

/// The whole number that the text begins with; 0 if it begins with none.
[[nodiscard]] unsigned mapFlagsOf(const std::string& value);

/// Sets or clears a bit of a whole number in each entity that keeps keys; one that has no number
/// there counts as 0. Refused like setMapKey().
engine::Result<void> setMapFlag(Transaction& transaction,
                                std::span<const EntityId> entities,
                                const std::string& key,
                                unsigned bit,
                                bool isOn);

/// The names by which other entities call them (`targetname`), sorted, each once.
[[nodiscard]] std::vector<std::string> mapTargetNames(const engine::World& world);

void removeMapKey(Transaction& transaction,
                  std::span<const EntityId> entities,
                  const std::string& key);
} // namespace editor
