#include "editor/operations/prefab_news.h"

#include "editor/operations/prefab_rule.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/prefab_parts.h"

#include <algorithm>

namespace editor
{
using engine::PrefabInstance;

PrefabNews findPrefabNews(engine::World& world,
                          engine::PrefabLibrary& library,
                          const engine::TypeRegistry& types)
{
    PrefabNews news;
    engine::NewLinks links;
    const auto newId = [&] {
        return news.newIds.emplace_back(world.newId());
    };
    for (const auto instance : engine::prefabInstances(world)) {
        const auto* now = world.get<PrefabInstance>(instance);
        if (now == nullptr)
            continue; // went with the instance around it
        const auto prefab = library.load(now->file.path);
        if (!prefab) {
            const auto& why = prefab.error().message();
            if (std::find(news.failures.begin(), news.failures.end(), why) == news.failures.end())
                news.failures.push_back(why);
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

engine::Result<void> takePrefabNews(Transaction& transaction, const PrefabNews& news)
{
    for (const auto expected : news.newIds)
        if (transaction.create({}) != expected)
            return engine::Error{"The scene has changed since its prefabs were read"};
    for (const auto& [instance, swaps] : news.merges) {
        managePrefab(transaction, instance);
        transaction.swap(swaps);
    }
    return {};
}
} // namespace editor
