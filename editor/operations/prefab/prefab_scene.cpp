#include "editor/operations/prefab/prefab_scene.h"

#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/prefab.h"

#include <set>
#include <unordered_set>

namespace editor
{
using engine::Error;
using engine::PrefabInstance;
using engine::Result;
using engine::typeIdOf;

namespace
{
const std::string& fileOf(const engine::ComponentValue& value)
{
    return static_cast<const PrefabInstance*>(value.get())->file.path;
}

/// Prefabs of which the step has brought the first instance.
std::set<std::string> newPrefabs(const Transaction& transaction)
{
    std::set<std::string> fresh;
    std::unordered_set<engine::EntityId> changed;
    for (const auto& change : transaction.changes())
        if (change.type == typeIdOf<PrefabInstance>() && change.after) {
            if (change.before && fileOf(change.before) == fileOf(change.after))
                continue; // written anew
            fresh.insert(fileOf(change.after));
            changed.insert(change.entity);
        }
    if (!fresh.empty())
        transaction.world().forEach<PrefabInstance>(
            [&](engine::EntityId entity, const PrefabInstance& instance) {
                if (!changed.contains(entity))
                    fresh.erase(instance.file.path);
            });
    return fresh;
}

bool holds(const engine::PrefabWorld& prefab, const std::string& path)
{
    bool found = false;
    prefab.forEach<PrefabInstance>([&](engine::EntityId, const PrefabInstance& instance) {
        found |= instance.file.path == path;
    });
    return found;
}
} // namespace

Result<void> checkPrefabScene(const Transaction& transaction,
                              const std::string& path,
                              engine::PrefabLibrary& library)
{
    for (const auto& change : transaction.changes())
        if (change.type == typeIdOf<engine::FoliageLayer>() && change.after && !change.before)
            return Error{"A prefab cannot hold plants: paint them in the scene"};
    for (const auto& fresh : newPrefabs(transaction)) {
        const auto prefab = library.load(fresh);
        // One that cannot be read holds what it held last: nothing can be said about it.
        if (fresh == path || (prefab && holds(**prefab, path)))
            return Error{"The prefab '{}' cannot contain an instance of itself", path};
    }
    return {};
}
} // namespace editor
