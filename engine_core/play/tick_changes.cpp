#include "engine_core/play/tick_changes.h"

#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"

#include <limits>

namespace engine
{
namespace
{
constexpr double Endless = std::numeric_limits<double>::infinity();
} // namespace

void TickChanges::set(EntityId entity, TypeId type, ComponentValue value)
{
    if (type == typeIdOf<TransformComponent>() && !m_before.contains(entity) &&
        m_world.exists(entity))
        m_before.emplace(entity, placeOf(entity));
    auto before = m_world.value(entity, type);
    m_edit.swaps.assign(1, {entity, type, value});
    m_world.fill(m_edit);
    m_edit.swaps.clear();
    note({entity, type, std::move(before), std::move(value)});
}

TickChanges::Place TickChanges::placeOf(EntityId entity) const
{
    const auto* local = m_world.get<TransformComponent>(entity);
    const auto* node = m_world.get<Node>(entity);
    return {local != nullptr ? local->transform() : Transform{},
            node != nullptr ? node->parent : EntityId{}};
}

void TickChanges::note(Change change)
{
    const auto [at, isNew] =
        m_pendingIndex.try_emplace({change.entity, change.type}, m_pending.size());
    if (isNew)
        m_pending.push_back(std::move(change));
    else
        m_pending[at->second].after = std::move(change.after);
}

void TickChanges::flush()
{
    if (m_pending.empty())
        return;
    ChangeSet changes;
    changes.changes = std::exchange(m_pending, {});
    changes.bounds = {Vec3d{-Endless}, Vec3d{Endless}};
    m_pendingIndex.clear();
    m_pending.reserve(changes.changes.size()); // the next tick moves as many
    m_world.notify(changes);
}

std::optional<Transform> TickChanges::placeBefore(EntityId entity) const
{
    Transform result;
    bool hasMoved = false;
    for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
        const auto at = m_before.find(entity);
        const auto place = at != m_before.end() ? at->second : placeOf(entity);
        hasMoved |= at != m_before.end();
        result = place.local * result;
        entity = place.parent;
    }
    return hasMoved ? std::optional{result} : std::nullopt;
}
} // namespace engine
