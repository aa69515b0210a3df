#pragma once

#include "engine_core/physics/character_controller.h"
#include "engine_core/physics/rigid_world.h"
#include "engine_core/play/bodies/play_joints.h"
#include "engine_core/scene/world/world.h"

#include <map>
#include <memory>
#include <set>
#include <vector>

namespace engine
{
struct PlayState;

/// How hard a character pushes what is in its way. Newtons: a crate of 50 kg slides, one of 200 kg
/// does not.
inline constexpr double CharacterPush = 600;

/// The rigid bodies of a session: made of entities with a Body, stepped once a tick, and written
/// back to their entities' transforms. A level without bodies costs nothing.
class PlayBodies
{
public:
    explicit PlayBodies(PlayState& play);
    ~PlayBodies();

    /// Something about the entity changed that may concern bodies at or below it, or what they
    /// stand on.
    void refresh(EntityId root);

    /// Materials of the project were read again.
    void materialsChanged();

    /// Moves bodies by one tick and tells scripts what they ran into. After characters have moved.
    void tick(double seconds);

    /// With the changes of this tick taken in. Null if there is no body at the entity.
    [[nodiscard]] RigidWorld* worldOf(EntityId entity);

    /// With the changes of this tick taken in, as of the last step. nullopt if the entity has no
    /// Joint; all 0 for one that ties nothing yet.
    [[nodiscard]] std::optional<JointState> joint(EntityId entity);

    void addTo(Hasher& hasher) const;

    /// Null as long as there are no bodies.
    [[nodiscard]] const RigidWorld* world() const { return m_rigid.get(); }

private:
    /// What a body is made of: shared values, and where they lie in it.
    struct Part
    {
        std::shared_ptr<const void> solid;
        Transform place;
        friend bool operator==(const Part&, const Part&) = default;
    };

    struct Made
    {
        Body settings;
        std::vector<Part> parts;
        Transform start; ///< where it begins again after a fall
        Transform place; ///< of the entity, as the body knows it
    };

    void takeIn();
    void takeIn(EntityId entity);
    void make(EntityId root, const Body& settings);
    void drop(EntityId entity);
    void meetCharacters(double seconds);
    void standOn(EntityId character, const CharacterState& state);
    void push(EntityId character, const CharacterState& state, double seconds);
    void writeBack();
    void tellTouches();
    void write(EntityId entity, Made& made, const RigidState& state);

    PlayState& m_play;
    std::unique_ptr<RigidWorld> m_rigid;       ///< null as long as there are no bodies
    PlayJoints m_joints;
    std::map<EntityId, Made> m_made;           ///< bodies, and what Movers carry
    std::set<EntityId> m_dirty;                ///< what may be another body than before, or none
    std::map<EntityId, EntityId> m_characters; ///< whose capsules are there, and their ground
};
} // namespace engine
