#pragma once

#include "engine_core/scene/world/world.h"

#include <unordered_map>
#include <utility>

namespace engine
{
/// Writes into a played world at once, so that scripts read what they wrote, and tells the world's
/// systems later in one ChangeSet, so that they hear once a tick of what changed many times.
class TickChanges
{
public:
    explicit TickChanges(World& world) : m_world{world} {}

    /// Null removes the component.
    void set(EntityId entity, TypeId type, ComponentValue value);

    /// Tells the systems, if anything changed.
    void flush();

    /// Forgets which places things had; call at the start of a tick.
    void beginTick() { m_placesBefore.clear(); }

    /// Where an entity that moved since beginTick() was in the world then; null if it did not move.
    [[nodiscard]] const Transform* placeBefore(EntityId entity) const;

    /// Lets an entity jump to its place instead of gliding there between two ticks.
    void forgetPlaceBefore(EntityId entity) { m_placesBefore.erase(entity); }

private:
    void rememberPlaces(EntityId root);
    void merge(ChangeSet changes);

    struct SlotHash
    {
        std::size_t operator()(const std::pair<EntityId, TypeId>& slot) const
        {
            return std::hash<EntityId>{}(slot.first) ^ static_cast<std::size_t>(slot.second);
        }
    };

    World& m_world;
    ChangeSet m_pending;
    std::unordered_map<std::pair<EntityId, TypeId>, std::size_t, SlotHash> m_pendingIndex;
    std::unordered_map<EntityId, Transform> m_placesBefore;
};
} // namespace engine
