#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/play/play_session.h"
#include "engine_core/scene/components/wires.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine
{
struct PlayState;

/// Outputs that fire without a script.
namespace output
{
inline constexpr std::string_view Entered = "entered"; ///< of a Trigger; tells who came in
inline constexpr std::string_view Left = "left";       ///< of a Trigger; tells who left
inline constexpr std::string_view Used = "used"; ///< of what the player uses; tells the player
} // namespace output

/// The wires of a played world (ADR 38). Wires are read when they fire, so that an edit of them
/// counts from the next time on.
class PlayWires
{
public:
    /// Beyond this, wires of the same tick are left out, with a sentence.
    static constexpr int MaxInTick = 10'000;
    /// As many may wait for their delay at a time.
    static constexpr std::size_t MaxWaiting = 10'000;

    /// The state outlives it.
    explicit PlayWires(PlayState& play);

    void beginTick();

    /// Tells the targets of the entity's wires of that output, in their order, before it returns;
    /// those with a delay in a later tick. `told` is sent where the wire has no value of its own.
    /// Returns how many wires fired. What a target does not take is said once and stops nobody.
    int fire(EntityId from, std::string_view output, const Value& told = {});

    /// Fires `used` of the nearest object at or above the entity that has a wire of it.
    void use(EntityId entity, EntityId by);

    /// Sends what is due.
    void tick();

    /// See PlaySession::firedWires().
    [[nodiscard]] std::vector<PlaySession::FiredWire> firedLately() const;

    void addTo(Hasher& hasher) const;

private:
    struct Sent
    {
        EntityId from;
        Wire wire;
        Value told;
    };

    using Key = std::pair<EntityId, ContentHash>; ///< of a wire: edits of others do not move it

    [[nodiscard]] bool takesOneMore(EntityId from);
    void noteFired(EntityId from, EntityId to);
    void send(const Sent& sent);
    [[nodiscard]] bool tellWithoutScript(const Sent& sent);
    void switchLight(EntityId light, bool on);
    void complain(const Sent& sent, const std::string& why);

    PlayState& m_play;
    std::multimap<std::uint64_t, Sent> m_waiting; ///< by the tick; equal ones in order of coming
    std::set<Key> m_spent;                        ///< with `once`, that fired
    std::set<Key> m_complained;
    std::map<std::pair<EntityId, EntityId>, std::uint64_t> m_fired; ///< in which tick, for views
    int m_inTick = 0;
    bool m_hasToldOfMany = false; ///< once a game
};
} // namespace engine
