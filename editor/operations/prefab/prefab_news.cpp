#include "editor/operations/prefab/prefab_news.h"

#include "editor/operations/prefab/prefab_rule.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/prefabs/prefab_parts.h"
#include "engine_core/scene/world/entity_copies.h"

#include <algorithm>

namespace editor
{
using engine::PrefabInstance;

PrefabNews findPrefabNews(engine::World& world,
                          engine::PrefabLibrary& library,
                          const engine::TypeRegistry& types,
                          engine::JobControl& control)
{
    world.setMeshes(nullptr);
    PrefabNews news;
    engine::NewLinks links;
    const auto newId = [&] {
        return news.newIds.emplace_back(world.newId());
    };
    const auto fail = [&](const std::string& why) {
        if (std::find(news.failures.begin(), news.failures.end(), why) == news.failures.end())
            news.failures.push_back(why);
    };
    const auto instances = engine::prefabInstances(world);
    for (std::size_t i = 0; i < instances.size(); ++i) {
        if (control.isCancelled())
            return {};
        control.setProgress(static_cast<double>(i) / static_cast<double>(instances.size()));
        const auto instance = instances[i];
        const auto* now = world.get<PrefabInstance>(instance);
        if (now == nullptr)
            continue; // went with the instance around it
        const auto prefab = library.load(now->file.path, world, instance);
        if (!prefab) {
            fail(prefab.error().message());
            continue;
        }
        auto swaps = engine::mergePrefab(world, instance, **prefab, types, newId, links);
        if (swaps.empty())
            continue;
        news.merges.push_back({instance, swaps});
        engine::Edit edit{std::move(swaps)};
        world.exchange(edit);
    }
    return news;
}

void takePrefabNews(Transaction& transaction, const PrefabNews& news)
{
    engine::EntityMap moved;
    for (const auto expected : news.newIds)
        if (const auto id = transaction.create({}); id != expected)
            moved[expected] = id;
    const auto placeOf = [&](EntityId entity) {
        const auto at = moved.find(entity);
        return at != moved.end() ? at->second : entity;
    };
    for (const auto& [instance, swaps] : news.merges) {
        managePrefab(transaction, instance);
        auto mine = swaps;
        if (!moved.empty())
            for (auto& swap : mine)
                swap = {placeOf(swap.entity), swap.type,
                        engine::retargeted(transaction.types().find(swap.type),
                                           std::move(swap.value), moved)};
        transaction.swap(std::move(mine));
    }
}
} // namespace editor
