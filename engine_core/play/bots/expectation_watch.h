#pragma once

#include "engine_core/play/play_session.h"
#include "engine_core/scene/checks/expectation.h"

#include <cstdint>
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

    [[nodiscard]] const std::vector<ExpectationSeen>& seen() const { return m_seen; }

private:
    std::vector<ExpectationSeen> m_seen; ///< by ascending ids
};

/// The player's body as triggers feel it, world space; empty without a character.
[[nodiscard]] Aabb playerBox(const PlaySession& session);
} // namespace engine
