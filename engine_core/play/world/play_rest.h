#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/base/ids.h"
#include "engine_core/reflect/type_info.h"
#include "engine_core/scene/world/world.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace engine
{
struct PlayState;

/// Objects that scripts have switched off, with everything below them. They stay in the game with
/// their places, tags and scripts, but their scripts are not called, and what else they have is set
/// aside: they are not drawn, not solid, no trigger, no light.
class PlayRest
{
public:
    explicit PlayRest(PlayState& play) : m_play{play} {}

    /// Switches the object itself; takes effect with the next tick(). Not for the scene and the
    /// player, and those above the player.
    void set(EntityId entity, bool enabled);

    /// Whether neither it nor anything above it is switched off, as was asked for last.
    [[nodiscard]] bool isEnabled(EntityId entity) const;

    /// Whether it rests since a tick().
    [[nodiscard]] bool rests(EntityId entity) const { return m_aside.contains(entity); }

    /// Once a tick, outside of calls: onDisable() of all that begin to rest, those above first,
    /// then all that end to, and their onEnable(). What these switch waits for the next tick.
    void tick();

    void addTo(Hasher& hasher) const;

    using Components = std::vector<std::pair<TypeId, ComponentValue>>;

    /// What one that rests will have again; null if it does not rest.
    [[nodiscard]] const Components* asideOf(EntityId entity) const;

    /// That it has come below something: with the next tick() it rests as that does.
    void noteNew(EntityId entity) { m_changed.insert(entity); }

private:
    [[nodiscard]] bool isBelowOne(EntityId entity, const std::set<EntityId>& some) const;
    void forgetGone();
    [[nodiscard]] Components takeFrom(EntityId entity);

    PlayState& m_play;
    std::set<EntityId> m_off;               ///< switched off themselves
    std::set<EntityId> m_changed;           ///< since the last tick
    std::map<EntityId, Components> m_aside; ///< of those that rest
};
} // namespace engine
