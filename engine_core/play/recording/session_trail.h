#pragma once

#include "engine_core/base/name.h"
#include "engine_core/base/signal.h"
#include "engine_core/play/play_session.h"

#include <compare>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace engine
{
/// Follows a session and says in a few bytes what its state is: two sessions that run equally have
/// equal trails, and where they part, the trail says at which tick and what of it is different. On
/// the session's thread.
class SessionTrail
{
public:
    struct Part
    {
        EntityId entity;
        Name name;
        std::uint16_t hash = 0;
    };

    /// Which value of a state.
    struct Slot
    {
        EntityId entity;
        Name name;
        friend std::strong_ordering operator<=>(const Slot&, const Slot&) = default;
    };

    enum class Moved
    {
        Forgotten,
        Kept ///< for movedLast()
    };

    /// A session that has just begun, or goes on; it and its worlds outlive what is asked here.
    void begin(PlaySession& session, Moved moved = Moved::Forgotten);
    void end();

    /// Call once behind each tick: of the player, the random numbers, and all that the tick has
    /// moved.
    [[nodiscard]] std::uint16_t check();

    /// What has other values than at the last call. Of what never moved, nothing.
    [[nodiscard]] std::vector<Part> changedParts();

    /// What the last call knew of it; nothing for what never moved and has no script.
    [[nodiscard]] std::optional<std::uint16_t> known(EntityId entity, Name name) const;

    /// What had moved when check() was called last, since the call before; if that is kept.
    [[nodiscard]] const std::vector<EntityId>& movedLast() const { return m_movedLast; }

private:
    struct SlotHash
    {
        std::size_t operator()(const Slot& slot) const
        {
            return std::hash<EntityId>{}(slot.entity) ^ (std::hash<Name>{}(slot.name) << 1U);
        }
    };

    void follow();
    void note(const ChangeSet& changes);

    PlaySession* m_session = nullptr;
    Connection m_scenes;
    Connection m_changes;
    std::uint64_t m_sum = 0; ///< of what changed since the last check
    bool m_keepsMoved = false;
    std::vector<EntityId> m_movedNow;
    std::vector<EntityId> m_movedLast;
    std::unordered_set<EntityId> m_moved; ///< since the last changedParts()
    std::unordered_map<Slot, std::uint16_t, SlotHash> m_known;
};
} // namespace engine
