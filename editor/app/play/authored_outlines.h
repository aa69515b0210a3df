#pragma once

#include "engine_core/base/signal.h"
#include "engine_core/scene/debug_draw.h"
#include "engine_core/scene/world/world.h"

#include <set>
#include <vector>

namespace editor
{
/// While a game runs, what the level holds elsewhere than the game does: a lift that went up, a
/// lamp that a script destroyed. Views show the running world, and these as faint outlines where
/// their author put them. Follows both worlds by their changes; main thread.
class AuthoredOutlines
{
public:
    /// Neither world is owned; both outlive it.
    AuthoredOutlines(const engine::World& authored,
                     engine::World& played,
                     engine::Signal<engine::ChangeSet>& edited);

    /// Entities whose own place differs, or that are gone from the game.
    [[nodiscard]] const std::set<engine::EntityId>& entities() const { return m_entities; }

    void draw(engine::DebugDraw& draw);

private:
    void follow(const engine::ChangeSet& changes);
    void collectLines();

    const engine::World& m_authored;
    const engine::World& m_played;
    std::set<engine::EntityId> m_entities;
    std::vector<engine::DebugDraw::Line> m_lines; ///< of the outlines
    bool m_isStale = false;                       ///< the lines
    engine::Connections m_connections;
};
} // namespace editor
