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
    const auto [at, isNew] = m_written.try_emplace({entity, type});
    auto& written = at->second;
    if (isNew && type == typeIdOf<TransformComponent>() && m_world.exists(entity))
        written.before = placeOf(entity);
    const bool isPending = !isNew && written.flush == m_flushes;
    if (!isPending) {
        written.index = m_pending.size();
        written.flush = m_flushes;
        m_pending.push_back({entity, type, m_world.value(entity, type), nullptr});
    }
    m_pending[written.index].after = value;
    m_edit.swaps.push_back({entity, type, std::move(value)});
    m_world.fill(m_edit);
    m_edit.swaps.clear();
    if (m_watcher)
        m_watcher(entity, type);
}

TickChanges::Place TickChanges::placeOf(EntityId entity) const
{
    const auto* local = m_world.get<TransformComponent>(entity);
    const auto* node = m_world.get<Node>(entity);
    return {local != nullptr ? local->transform() : Transform{},
            node != nullptr ? node->parent : EntityId{}};
}

void TickChanges::flush()
{
    if (m_pending.empty())
        return;
    ChangeSet changes;
    changes.changes = std::exchange(m_pending, {});
    changes.bounds = {Vec3d{-Endless}, Vec3d{Endless}};
    ++m_flushes;
    m_pending.reserve(changes.changes.size()); // the next tick moves as many
    m_world.notify(changes);
}

std::optional<Transform> TickChanges::placeBefore(EntityId entity) const
{
    Transform result;
    bool hasMoved = false;
    for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
        const auto at = m_written.find({entity, typeIdOf<TransformComponent>()});
        const bool isMoved = at != m_written.end() && at->second.before;
        const auto place = isMoved ? *at->second.before : placeOf(entity);
        hasMoved |= isMoved;
        result = place.local * result;
        entity = place.parent;
    }
    return hasMoved ? std::optional{result} : std::nullopt;
}

void TickChanges::forgetPlaceBefore(EntityId entity)
{
    const auto at = m_written.find({entity, typeIdOf<TransformComponent>()});
    if (at != m_written.end())
        at->second.before.reset();
}
} // namespace engine
