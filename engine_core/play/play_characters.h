#pragma once

#include "engine_core/physics/character_controller.h"
#include "engine_core/play/characters/play_media.h"
#include "engine_core/play/tick_changes.h"
#include "engine_core/scene/components/gameplay.h"

#include <map>

namespace engine
{
/// The walking capsules of a session: carried by what they stand on, pushed out of what moved into
/// them, moved by stepCharacter, and written back to their entities' transforms.
class PlayCharacters
{
public:
    PlayCharacters(World& world, TickChanges& changes, const CollisionSpace& space);

    /// Where it is in the world is where it starts again after a fall.
    void add(EntityId entity);
    void remove(EntityId entity);

    /// Puts it somewhere else at rest, such as when a script sets its position.
    void place(EntityId entity, const Vec3d& foot);

    /// Null for an entity that is no character.
    [[nodiscard]] const CharacterState* find(EntityId entity) const;

    [[nodiscard]] double heightOf(EntityId entity) const;

    /// Where it starts again after a fall; the origin for an entity that is no character.
    [[nodiscard]] Vec3d startOf(EntityId entity) const;

    /// Where its last step wanted to go, metres a second; zero for one that nobody moves.
    [[nodiscard]] Vec3d wishOf(EntityId entity) const;

    /// It moves no slower than so many metres a second along a direction of unit length: what it
    /// pushes keeps ahead of it.
    void keepUp(EntityId entity, const Vec3d& direction, double speed);

    /// Metres a second, from its next step on; it must be a character.
    void setVelocity(EntityId entity, const Vec3d& velocity)
    {
        m_characters.at(entity).state.velocity = velocity;
    }

    /// As a ghost it goes through everything, wherever it is moved, and weighs nothing.
    void setGhost(EntityId entity, bool isGhost);
    [[nodiscard]] bool isGhost(EntityId entity) const;

    /// One tick. At most once a tick for each.
    void step(EntityId entity, const CharacterInput& input, double seconds);

    /// Characters that were not stepped since the last call fall and slide by themselves; those
    /// below the kill height start again. Returns who did.
    std::vector<EntityId> finishTick(double seconds);

    /// In ascending order of ids.
    template <typename Visit>
    void forEach(const Visit& visit) const
    {
        for (const auto& [entity, one] : m_characters)
            visit(entity, one.state);
    }

    [[nodiscard]] bool isEmpty() const { return m_characters.empty(); }

private:
    struct One
    {
        CharacterState state;
        Vec3d start{0};
        Vec3d wish{0};           ///< of its last step
        Transform groundPlace;   ///< of what it stood on, when it last stepped
        bool isGhost = false;
        bool stepped = false;    ///< in this tick
        bool hasStepped = false; ///< ever
    };

    [[nodiscard]] CharacterSettings settingsOf(EntityId entity) const;
    [[nodiscard]] Vec3d carried(const One& one) const;
    void meetLevel(One& one, CharacterInput& input, const Capsule& capsule, double seconds);
    void writeBack(EntityId entity, const One& one);

    World& m_world;
    TickChanges& m_changes;
    const CollisionSpace& m_space;
    PlayMedia m_media;
    std::map<EntityId, One> m_characters;
};

/// A place in the world as seen from the entity's parent.
[[nodiscard]] Vec3d toParentSpace(const World& world, EntityId entity, const Vec3d& inWorld);
} // namespace engine
