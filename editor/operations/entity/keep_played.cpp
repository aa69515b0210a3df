#include "editor/operations/entity/keep_played.h"

#include "engine_core/scene/components/resting.h"
#include "engine_core/scene/components/transform_component.h"

#include <algorithm>

namespace editor
{
using namespace engine;

namespace
{
bool isKept(const TypeInfo& type)
{
    return type.userCanAdd || type.id == typeIdOf<TransformComponent>();
}

/// What stands for a component that an object does not have: without a place of its own it is where
/// one that moves nowhere is.
ComponentValue orNowhere(const TypeInfo& type, ComponentValue value)
{
    return value == nullptr && type.id == typeIdOf<TransformComponent>() ? type.makeDefault()
                                                                         : value;
}

void addChanges(std::vector<PlayedChange>& changes,
                EntityId entity,
                const TypeInfo& type,
                const ComponentValue& before,
                const ComponentValue& after)
{
    if (before == after || (before && after && type.equal(before.get(), after.get())))
        return;
    if (!before || !after) {
        changes.push_back({entity, &type, nullptr, {}, {}, after});
        return;
    }
    for (const auto& property : type.properties) {
        auto was = property.get(before.get());
        auto is = property.get(after.get());
        if (was != is)
            changes.push_back({entity, &type, &property, std::move(was), std::move(is), after});
    }
}
} // namespace

std::vector<PlayedChange> playedChanges(const World& level,
                                        const World& played,
                                        const TypeRegistry& types,
                                        std::span<const EntityId> objects)
{
    std::vector<PlayedChange> changes;
    for (const auto entity : objects) {
        if (!level.exists(entity) || !played.exists(entity) ||
            played.get<Resting>(entity) != nullptr) // what it has is not gone
            continue;
        for (const auto& type : types.all())
            if (isKept(type))
                addChanges(changes, entity, type, orNowhere(type, level.value(entity, type.id)),
                           orNowhere(type, played.value(entity, type.id)));
    }
    return changes;
}

std::vector<PlayedChange> stillDifferent(const World& level, std::span<const PlayedChange> changes)
{
    std::vector<PlayedChange> left;
    for (auto change : changes) {
        if (!level.exists(change.entity))
            continue;
        const auto now = orNowhere(*change.type, level.value(change.entity, change.type->id));
        if (change.property == nullptr) {
            if ((now != nullptr) == (change.component != nullptr))
                continue;
        } else {
            if (now == nullptr)
                continue;
            change.before = change.property->get(now.get());
            if (change.before == change.after)
                continue;
        }
        left.push_back(std::move(change));
    }
    return left;
}

Result<void> keepPlayed(Transaction& transaction, std::span<const PlayedChange> changes)
{
    std::vector<Swap> swaps; // one for all properties of a component, which stand together
    for (const auto& change : changes) {
        const auto& type = *change.type;
        if (change.property == nullptr) {
            swaps.push_back({change.entity, type.id, change.component});
            continue;
        }
        if (swaps.empty() || swaps.back().entity != change.entity || swaps.back().type != type.id)
            swaps.push_back(
                {change.entity, type.id, transaction.world().value(change.entity, type.id)});
        auto& value = swaps.back().value;
        auto changed = withProperty(type, value, *change.property, change.after);
        if (!changed)
            return changed.error().withContext("{}.{}", type.name, change.property->name);
        value = *std::move(changed);
    }
    transaction.swap(std::move(swaps));
    return {};
}

std::size_t objectCount(std::span<const PlayedChange> changes)
{
    std::vector<EntityId> objects;
    for (const auto& change : changes)
        objects.push_back(change.entity);
    std::sort(objects.begin(), objects.end());
    return static_cast<std::size_t>(
        std::distance(objects.begin(), std::unique(objects.begin(), objects.end())));
}
} // namespace editor
