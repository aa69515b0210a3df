#include "editor/operations/prefab/prefab_operations.h"

#include "editor/operations/entity/entity_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/operations/prefab/linked_groups.h"
#include "editor/operations/prefab/prefab_contents.h"
#include "editor/operations/prefab/prefab_rule.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/linked_group.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/prefabs/prefab_parts.h"
#include "engine_core/serialization/scene_io.h"

#include <algorithm>
#include <array>

namespace editor
{
namespace
{
using engine::Error;
using engine::LinkedGroup;
using engine::LinkedMember;
using engine::Node;
using engine::PrefabInstance;
using engine::PrefabOverrides;
using engine::Result;
using engine::World;

/// The group that becomes the instance: one that is nothing else yet.
Result<EntityId>
groupOf(Transaction& transaction, std::span<const EntityId> entities, const std::string& name)
{
    const auto& world = transaction.world();
    const auto top = topmost(world, entities);
    if (top.empty())
        return Error{"Select the objects to make a prefab of first"};
    for (const auto entity : top)
        for (const auto each : engine::subtree(world, entity))
            if (world.get<engine::Layer>(each) != nullptr ||
                world.get<engine::FoliageLayer>(each) != nullptr)
                return Error{"'{}' holds a layer of objects or plants, which no prefab can hold",
                             world.get<Node>(entity)->name};
    const auto first = top.front();
    const bool isPlainGroup = top.size() == 1 && isContainer(world, first) &&
                              world.get<PrefabInstance>(first) == nullptr &&
                              !engine::prefabAbove(world, first);
    return isPlainGroup ? Result<EntityId>{first} : group(transaction, top, name);
}

/// Takes one level from the overrides that the instance keeps: those of its own parts are none any
/// more, those in prefabs inside it are kept by these, or by the file of the instance.
void lowerLevels(Transaction& transaction, EntityId instance)
{
    const auto& world = transaction.world();
    for (const auto entity :
         engine::subtree(world, instance)) { // parents decide for their children
        const auto* now = world.get<PrefabOverrides>(entity);
        if (now == nullptr)
            continue;
        PrefabOverrides lowered;
        const auto lower = [&](const engine::ValueBag& from, engine::ValueBag& to, bool isRemoval) {
            for (const auto& [name, value] : from) {
                const auto component = isRemoval ? std::string_view{} : overriddenComponent(name);
                const auto place = engine::prefabPlace(world, entity, component);
                const auto* level = value.as<std::int64_t>();
                const auto most = place.root == instance ? place.depth - 1 : place.depth;
                if (level != nullptr && most > 0)
                    engine::setValue(to, name, {std::min<std::int64_t>(*level, most)});
            }
        };
        lower(now->values, lowered.values, false);
        lower(now->removed, lowered.removed, true);
        if (lowered == *now)
            continue;
        if (lowered == PrefabOverrides{})
            transaction.remove<PrefabOverrides>(entity);
        else
            transaction.set(entity, std::move(lowered));
    }
}

/// Merges one instance, if there is anything to merge.
void follow(Transaction& transaction,
            EntityId instance,
            const engine::PrefabWorld& prefab,
            engine::NewLinks& links)
{
    auto swaps = engine::mergePrefab(
        transaction.world(), instance, prefab, transaction.types(),
        [&] { return transaction.create({}); }, links);
    if (swaps.empty())
        return;
    managePrefab(transaction, instance);
    transaction.swap(std::move(swaps));
}
} // namespace

Result<MadePrefab> makePrefab(Transaction& transaction,
                              std::span<const EntityId> entities,
                              const std::string& path,
                              engine::PrefabLibrary& library)
{
    const auto file = library.fileOf(path);
    if (!file)
        return file.error();
    std::error_code failed;
    if (engine::fs::exists(*file, failed))
        return Error{"The prefab '{}' exists already; choose another name", path};
    const auto instance = groupOf(transaction, entities, engine::prefabName(path));
    if (!instance)
        return instance.error();
    if (auto linked = linkGroup(transaction, *instance); !linked)
        return linked.error();
    const auto& world = transaction.world();
    if (linkedCopies(world, *instance).size() > 1) // it leaves its copies
        transaction.set(*instance, LinkedGroup{engine::unusedLink(world, *instance), {}});
    transaction.set(*instance, PrefabInstance{{path}});
    if (auto settled = transaction.settle(); !settled)
        return settled.error();
    lowerLevels(transaction, *instance);
    const auto contents = prefabContents(world, *instance, transaction.types());
    if (auto whole = library.check(path, *contents); !whole)
        return whole.error();
    keepOutsideReferences(transaction, *instance, engine::subtree(world, *instance));
    if (auto settled = transaction.settle(); !settled)
        return settled.error();
    auto written = writePrefab(*file, *contents, transaction.types());
    if (!written)
        return written.error();
    return MadePrefab{*instance, *std::move(written)};
}

Result<EntityId> placePrefab(Transaction& transaction,
                             const std::string& path,
                             const engine::Vec3d& at,
                             engine::PrefabLibrary& library)
{
    const auto prefab = library.load(path, transaction.world());
    if (!prefab)
        return prefab.error();
    const auto instance = transaction.create(engine::prefabName(path));
    transaction.set(instance, engine::TransformComponent{.position = at});
    transaction.set(instance, LinkedGroup{engine::unusedLink(transaction.world(), instance), {}});
    transaction.set(instance, PrefabInstance{{path}});
    engine::NewLinks links;
    transaction.swap(engine::mergePrefab(
        transaction.world(), instance, **prefab, transaction.types(),
        [&] { return transaction.create({}); }, links));
    return instance;
}

Result<void> unpackPrefabs(Transaction& transaction, std::span<const EntityId> entities)
{
    const auto& world = transaction.world();
    bool any = false;
    for (const auto entity : entities) {
        const auto* instance = world.get<PrefabInstance>(entity);
        if (instance == nullptr)
            continue;
        any = true;
        if (engine::prefabPlace(world, entity, {}).root != entity)
            return Error{"'{}' came with the prefab around it; unpack that first",
                         world.get<Node>(entity)->name};
        lowerLevels(transaction, entity);
        transaction.remove<PrefabInstance>(entity);
        const std::array one{entity};
        if (auto separated = separateLinked(transaction, one); !separated)
            return separated;
    }
    return any ? Result<void>{} : Error{"Select an instance of a prefab first"};
}

std::vector<std::string> followPrefabs(Transaction& transaction, engine::PrefabLibrary& library)
{
    std::vector<std::string> failures;
    engine::NewLinks links;
    const auto& world = transaction.world();
    static_cast<void>(engine::visitPrefabInstances(world, [&](EntityId instance) -> Result<void> {
        const auto& path = world.get<PrefabInstance>(instance)->file.path;
        if (const auto prefab = library.load(path, world, instance))
            follow(transaction, instance, **prefab, links);
        else if (std::find(failures.begin(), failures.end(), prefab.error().message()) ==
                 failures.end())
            failures.push_back(prefab.error().message());
        return {};
    }));
    return failures;
}
} // namespace editor
