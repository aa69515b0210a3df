#include "engine_core/play/tick_changes.h"

#include "engine_core/scene/components/transform_component.h"

namespace engine
{
void TickChanges::set(EntityId entity, TypeId type, ComponentValue value)
{
    if (type == typeIdOf<TransformComponent>() && m_world.exists(entity))
        rememberPlaces(entity);
    Edit edit;
    edit.swaps.push_back({entity, type, std::move(value)});
    merge(m_world.exchange(edit));
}

void TickChanges::rememberPlaces(EntityId root)
{
    if (m_placesBefore.contains(root))
        return;
    for (const auto each : subtree(m_world, root))
        m_placesBefore.try_emplace(each, worldTransform(m_world, each));
}

void TickChanges::merge(ChangeSet changes)
{
    m_pending.bounds.add(changes.bounds);
    for (auto& change : changes.changes) {
        const auto [at, isNew] =
            m_pendingIndex.try_emplace({change.entity, change.type}, m_pending.changes.size());
        if (isNew)
            m_pending.changes.push_back(std::move(change));
        else
            m_pending.changes[at->second].after = std::move(change.after);
    }
}

void TickChanges::flush()
{
    if (m_pending.changes.empty())
        return;
    const auto changes = std::exchange(m_pending, {});
    m_pendingIndex.clear();
    m_world.notify(changes);
}

const Transform* TickChanges::placeBefore(EntityId entity) const
{
    const auto at = m_placesBefore.find(entity);
    return at != m_placesBefore.end() ? &at->second : nullptr;
}
} // namespace engine
