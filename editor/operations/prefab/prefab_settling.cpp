#include "editor/operations/prefab/prefab_settling.h"

#include "editor/operations/prefab/linked_groups.h"
#include "editor/operations/prefab/prefab_operations.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/prefabs/prefab_merge.h"
#include "engine_core/scene/prefabs/prefab_parts.h"

#include <algorithm>
#include <set>

namespace editor
{
using engine::EntityId;
using engine::Error;
using engine::Result;
using engine::World;

namespace
{
/// The instances that are not their file and their overrides.
std::set<EntityId> instancesUnlikeFiles(const World& world,
                                        const engine::TypeRegistry& types,
                                        engine::PrefabLibrary& library)
{
    World copy{world};
    engine::NewLinks links;
    std::set<EntityId> unlike;
    for (const auto instance : engine::prefabInstances(copy)) {
        const auto prefab = library.load(copy.get<engine::PrefabInstance>(instance)->file.path);
        if (!prefab)
            continue;
        const auto swaps = engine::mergePrefab(
            copy, instance, **prefab, types, [&] { return copy.newId(); }, links);
        // What was added on both sides is told apart when the instance follows next.
        if (std::any_of(swaps.begin(), swaps.end(), [](const engine::Swap& swap) {
                return swap.type != engine::typeIdOf<engine::PrefabOverrides>();
            }))
            unlike.insert(instance);
    }
    return unlike;
}
} // namespace

Result<void>
settleWithFiles(Transaction& transaction, engine::PrefabLibrary& library, BeforeSettling before)
{
    static_cast<void>(followPrefabs(transaction, library));
    if (auto settled = transaction.settle(); !settled)
        return settled;
    const auto& types = transaction.types();
    const auto links = unequalLinks(transaction.world(), types);
    const auto unlike = instancesUnlikeFiles(transaction.world(), types, library);
    if ((links.empty() || std::ranges::includes(unequalLinks(before.world, types), links)) &&
        (unlike.empty() ||
         std::ranges::includes(instancesUnlikeFiles(before.world, types, before.library), unlike)))
        return {};
    return Error{"That would leave linked groups in these prefabs that cannot be equal both to "
                 "their copies and to their files: choose fewer overrides, or separate the "
                 "groups first"};
}
} // namespace editor
