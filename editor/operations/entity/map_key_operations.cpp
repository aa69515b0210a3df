#include "editor/operations/entity/map_key_operations.h"

#include "engine_core/scene/components/map_entity.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace editor
{
namespace
{
using engine::Error;
using engine::MapEntity;
using engine::MapKeys;
using engine::Result;

Result<void> checkKey(const std::string& key)
{
    if (key.find_first_not_of(" \t") == std::string::npos)
        return Error{"A key needs a name"};
    if (key.find_first_of("\"\n\r") != std::string::npos)
        return Error{"The key '{}' holds a quote or a line break, which no map file can keep", key};
    return {};
}

void setKeys(Transaction& transaction, EntityId entity, const MapKeys& keys)
{
    const auto& now = *transaction.world().get<MapEntity>(entity);
    MapEntity changed{now.className, engine::textFromMapKeys(keys)};
    if (changed != now)
        transaction.set(entity, std::move(changed));
}

/// Runs for the keys of each entity that keeps some.
template <typename Edit>
void editKeys(Transaction& transaction, std::span<const EntityId> entities, const Edit& edit)
{
    for (const auto entity : entities)
        if (const auto* map = transaction.world().get<MapEntity>(entity)) {
            auto keys = engine::mapKeysFromText(map->keys);
            edit(keys);
            setKeys(transaction, entity, keys);
        }
}
} // namespace

std::vector<SharedMapKey> sharedMapKeys(const engine::World& world,
                                        std::span<const EntityId> entities)
{
    std::vector<MapKeys> all;
    for (const auto entity : entities)
        if (const auto* map = world.get<MapEntity>(entity))
            all.push_back(engine::mapKeysFromText(map->keys));
    std::vector<SharedMapKey> shared;
    for (const auto& keys : all)
        for (const auto& [key, value] : keys) {
            const auto isThis = [&key = key](const SharedMapKey& each) {
                return each.key == key;
            };
            if (std::none_of(shared.begin(), shared.end(), isThis))
                shared.push_back({key, *engine::findMapKey(keys, key), true});
        }
    for (auto& each : shared)
        for (const auto& keys : all) {
            const auto* value = engine::findMapKey(keys, each.key);
            if (value == nullptr)
                each.isInAll = false;
            else if (each.value && *value != *each.value)
                each.value.reset();
        }
    return shared;
}

Result<void> setMapKey(Transaction& transaction,
                       std::span<const EntityId> entities,
                       const std::string& key,
                       const std::string& value)
{
    if (auto allowed = checkKey(key); !allowed)
        return allowed;
    editKeys(transaction, entities, [&](MapKeys& keys) { engine::setMapKey(keys, key, value); });
    return {};
}

Result<void> renameMapKey(Transaction& transaction,
                          std::span<const EntityId> entities,
                          const std::string& from,
                          const std::string& to)
{
    if (from == to)
        return {};
    if (auto allowed = checkKey(to); !allowed)
        return allowed;
    for (const auto entity : entities)
        if (const auto* map = transaction.world().get<MapEntity>(entity)) {
            const auto keys = engine::mapKeysFromText(map->keys);
            if (engine::findMapKey(keys, from) != nullptr &&
                engine::findMapKey(keys, to) != nullptr)
                return Error{"There is a key '{}' already", to};
        }
    editKeys(transaction, entities, [&](MapKeys& keys) {
        for (auto& [key, value] : keys)
            if (key == from)
                key = to;
    });
    return {};
}

Result<void> setMapFlag(Transaction& transaction,
                        std::span<const EntityId> entities,
                        const std::string& key,
                        unsigned bit,
                        bool isOn)
{
    if (auto allowed = checkKey(key); !allowed)
        return allowed;
    editKeys(transaction, entities, [&](MapKeys& keys) {
        const auto* value = engine::findMapKey(keys, key);
        const unsigned now = value != nullptr ? mapFlagsOf(*value) : 0;
        engine::setMapKey(keys, key, std::to_string(isOn ? now | bit : now & ~bit));
    });
    return {};
}

unsigned mapFlagsOf(const std::string& value)
{
    const auto start = value.find_first_not_of(" \t");
    unsigned flags = 0;
    if (start != std::string::npos)
        std::from_chars(value.data() + start, value.data() + value.size(), flags);
    return flags;
}

std::vector<std::string> mapTargetNames(const engine::World& world)
{
    std::set<std::string> names;
    world.forEach<MapEntity>([&](EntityId, const MapEntity& entity) {
        if (entity.keys.find("\"targetname\"") == std::string::npos)
            return;
        const auto keys = engine::mapKeysFromText(entity.keys);
        if (const auto* name = engine::findMapKey(keys, "targetname"))
            names.insert(*name);
    });
    return {names.begin(), names.end()};
}

void removeMapKey(Transaction& transaction,
                  std::span<const EntityId> entities,
                  const std::string& key)
{
    editKeys(transaction, entities, [&](MapKeys& keys) {
        std::erase_if(keys, [&](const auto& pair) { return pair.first == key; });
    });
}
} // namespace editor
