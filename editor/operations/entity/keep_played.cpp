#include "editor/operations/entity/keep_played.h"

#include "editor/operations/entity/object_sets.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/world/hierarchy.h"

#include <algorithm>

namespace editor
{
using engine::EntityId;

namespace
{
bool isKept(const engine::TypeInfo& type)
{
    return type.userCanAdd || type.id == engine::typeIdOf<engine::TransformComponent>();
}

bool isSame(const engine::TypeInfo& type,
            const engine::ComponentValue& a,
            const engine::ComponentValue& b)
{
    if (a && b)
        return a == b || type.equal(a.get(), b.get());
    // Without a place of its own it is where one that moves nowhere is.
    static const engine::TransformComponent nowhere;
    const auto& one = a ? a : b;
    return !one || (type.id == engine::typeIdOf<engine::TransformComponent>() &&
                    type.equal(one.get(), &nowhere));
}
} // namespace

std::vector<PlayedChange> playedChanges(const engine::World& level,
                                        const engine::World& played,
                                        const engine::TypeRegistry& types,
                                        std::span<const EntityId> objects)
{
    std::vector<PlayedChange> changes;
    for (const auto top : topmost(level, objects))
        for (const auto entity : engine::subtree(level, top)) {
            if (!played.exists(entity))
                continue;
            for (const auto& type : types.all()) {
                const auto now = played.value(entity, type.id);
                if (isKept(type) && !isSame(type, level.value(entity, type.id), now))
                    changes.push_back({entity, type.id, now});
            }
        }
    return changes;
}

void keepPlayed(Transaction& transaction, std::span<const PlayedChange> changes)
{
    std::vector<engine::Swap> swaps;
    for (const auto& change : changes)
        swaps.push_back({change.entity, change.type, change.value});
    transaction.swap(std::move(swaps));
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
