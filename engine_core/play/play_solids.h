#pragma once

#include "engine_core/physics/static_collision.h"
#include "engine_core/scene/world/world.h"

#include <unordered_set>

namespace engine
{
/// Keeps what a game has made of the level's standing bodies: the level's shapes are those of the
/// edited world, which knows nothing of what scripts destroy, copy or change. Bodies below Movers
/// are those of PlayMovers. A standing body of the level that a script moves stays solid where the
/// level has it.
class PlaySolids
{
public:
    /// `authored` is the edited world as the session knows it, without what is left out of play.
    PlaySolids(const World& authored,
               const World& played,
               const std::unordered_set<EntityId>& leftOut);

    /// Something was made meanwhile that is in neither of the two worlds.
    void leaveOut(EntityId entity) { m_changes.gone.insert(entity); }

    /// Something about the entity changed, in either world, that may concern bodies at or below it.
    /// Call it after both worlds have it.
    void refresh(EntityId root);

    [[nodiscard]] const StandingChanges& changes() const { return m_changes; }

private:
    void refreshOne(EntityId entity);
    [[nodiscard]] bool isAsAuthored(EntityId entity) const;

    const World& m_authored;
    const World& m_played;
    StandingChanges m_changes;
    std::unordered_set<EntityId> m_added;
};
} // namespace engine
