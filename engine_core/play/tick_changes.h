#pragma once

#include "engine_core/scene/world/world.h"

#include <functional>
#include <memory_resource>
#include <optional>
#include <unordered_map>
#include <utility>

namespace engine
{
/// Writes into a played world at once, so that scripts read what they wrote, and tells the world's
/// systems later in one ChangeSet, so that they hear once a tick of what changed many times. Its
/// bounds are endless: in a game things move all the time, and nobody asks where.
class TickChanges
{
public:
    explicit TickChanges(World& world) : m_world{world} {}

    /// Who hears of each component as soon as it is written.
    void watch(std::function<void(EntityId, TypeId)> written) { m_watcher = std::move(written); }

    /// Null removes the component.
    void set(EntityId entity, TypeId type, ComponentValue value);

    /// Tells the systems, if anything changed.
    void flush();

    /// Forgets which places things had; call at the start of a tick.
    void beginTick() { m_written.clear(); }

    /// Where an entity was in the world at beginTick(), if it or what carries it moved since then.
    [[nodiscard]] std::optional<Transform> placeBefore(EntityId entity) const;

    /// Lets an entity jump to its place instead of gliding there between two ticks.
    void forgetPlaceBefore(EntityId entity);

private:
    /// What an entity's place was made of.
    struct Place
    {
        Transform local;
        EntityId parent;
    };

    /// A component that was written since beginTick().
    struct Written
    {
        std::size_t index = 0;       ///< of its change
        std::uint64_t flush = 0;     ///< that tells of the change
        std::optional<Place> before; ///< of a TransformComponent
    };

    [[nodiscard]] Place placeOf(EntityId entity) const;

    struct SlotHash
    {
        std::size_t operator()(const std::pair<EntityId, TypeId>& slot) const
        {
            return std::hash<EntityId>{}(slot.first) ^ static_cast<std::size_t>(slot.second);
        }
    };

    World& m_world;
    std::function<void(EntityId, TypeId)> m_watcher;
    Edit m_edit; ///< one swap, kept for its memory
    std::vector<Change> m_pending;
    std::uint64_t m_flushes = 0;
    std::pmr::unsynchronized_pool_resource m_memory; ///< of what is forgotten each tick
    std::pmr::unordered_map<std::pair<EntityId, TypeId>, Written, SlotHash> m_written{&m_memory};
};
} // namespace engine
