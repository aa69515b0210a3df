#pragma once

#include "engine_core/physics/rigid_joint.h"
#include "engine_core/scene/world/world.h"

#include <map>
#include <set>
#include <utility>

namespace engine
{
struct PlayState;
class RigidWorld;

/// The joints of a session: made of entities with a Joint, following what changes about them and
/// what is at their ends. A joint that tears is gone from its entity.
class PlayJoints
{
public:
    explicit PlayJoints(PlayState& play) : m_play{play} {}

    /// Something about the entity changed: it may be a joint, or at the end of some.
    void refresh(EntityId entity);

    /// Takes in what changed, after the bodies have.
    void takeIn(RigidWorld& rigid);

    /// The body was put elsewhere, but not by weight: its joints with the world go along.
    void carry(EntityId body, const Transform& from, const Transform& to);

    /// Moves the ends that hold on to what is no body, once a tick.
    void follow(RigidWorld& rigid);

    /// Removes what the last step tore, and tells scripts at both ends, or above them.
    void tellTorn(RigidWorld& rigid);

private:
    /// What one end of a joint holds on to.
    struct Hold
    {
        EntityId body;  ///< null: `leads`
        EntityId leads; ///< what the end goes along with; null: the world
        friend bool operator==(const Hold&, const Hold&) = default;
    };

    struct Made
    {
        Joint joint;
        Hold own, other;
        Transform at;           ///< of its entity, seen from what its own end holds on to
        Transform rest;         ///< where that is at angle and way 0, seen from the other end
        double startLength = 0; ///< metres
        bool isTied = false;
    };

    void takeIn(EntityId entity, RigidWorld& rigid);
    void forget(EntityId entity);
    [[nodiscard]] Transform placeOf(const Hold& hold) const;
    [[nodiscard]] Transform otherEnd(const Made& made) const;
    [[nodiscard]] JointSetup setupOf(const Made& made) const;
    [[nodiscard]] EntityId listenerAt(EntityId entity) const;

    PlayState& m_play;
    std::map<EntityId, Made> m_made; ///< all there are, also those that tie nothing
    std::set<std::pair<EntityId, EntityId>> m_endsAt; ///< what is at an end, and the joint
    std::set<EntityId> m_leading;                     ///< joints with ends that are led
    std::set<EntityId> m_dirty;
};
} // namespace engine
