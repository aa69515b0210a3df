#pragma once

#include "engine_core/play/play_session.h"
#include "engine_core/play/world/play_triggers.h"
#include "engine_core/scene/checks/expectation.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace engine
{
/// What one game showed of an Expectation.
struct ExpectationSeen
{
    EntityId entity;
    std::optional<std::uint64_t> reached; ///< the first tick at which the player was there
    std::optional<std::uint64_t> fewer;   ///< the first at which there were fewer than promised
    int left = 0;                         ///< how many there were then
};

/// Watches the expectations of a game from its start on.
class ExpectationWatch
{
public:
    /// Takes those that the world has now.
    explicit ExpectationWatch(const PlaySession& session);

    /// After each tick. An expectation that is destroyed stays as it was.
    void look(const PlaySession& session);

    /// Instead of look() after a tick in which the game ended or another scene began: who was about
    /// to step into a place where somebody should get to has been there, as exits feel players that
    /// are near. `tick` is the one that it was.
    void leave(std::uint64_t tick);

    [[nodiscard]] const std::vector<ExpectationSeen>& seen() const { return m_seen; }

private:
    std::vector<ExpectationSeen> m_seen; ///< by ascending ids
    std::map<EntityId, TriggerBox> m_exits; ///< those that somebody should get to, at the last look
    Aabb m_body;                            ///< of the player then
};

/// The player's body as triggers feel it, world space; empty without a character.
[[nodiscard]] Aabb playerBox(const PlaySession& session);
} // namespace engine
