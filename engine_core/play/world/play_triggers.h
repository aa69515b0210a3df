#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/base/ids.h"
#include "engine_core/math/aabb.h"
#include "engine_core/math/transform.h"

#include <set>
#include <utility>
#include <vector>

namespace engine
{
struct PlayState;
struct Tags;
struct Trigger;
class World;

/// The box of a trigger in the world.
struct TriggerBox
{
    Transform place; ///< without scale
    Vec3d half{1};   ///< metres from the middle to each side, along the turned axes
    Aabb bounds;     ///< around it

    [[nodiscard]] static TriggerBox of(const World& world, EntityId entity, const Trigger& trigger);

    /// Whether they have a point in common; touching counts.
    [[nodiscard]] bool overlaps(const Aabb& body) const;
};

/// Who is in which trigger of a played world. Bodies count by their bounds, characters by those of
/// their capsules.
class PlayTriggers
{
public:
    /// Both outlive it.
    explicit PlayTriggers(const PlayState& play);

    /// Once a tick, when everything has moved: calls onTriggerExit() for who has left or is no
    /// more, then onTriggerEnter() for who has come or was made inside; each by ascending ids of
    /// the triggers and then of the others. A trigger that was made in this tick looks about it
    /// from the next on, when its script has begun.
    void tick();

    void addTo(Hasher& hasher) const;

private:
    struct Visitor;
    using Pairs = std::set<std::pair<EntityId, EntityId>>; ///< trigger and other

    [[nodiscard]] std::vector<Visitor> visitors() const;
    [[nodiscard]] Pairs whoIsInside();

    const PlayState& m_play;
    std::set<EntityId> m_known; ///< triggers of the tick before
    std::set<EntityId> m_spent; ///< with `once`, that somebody has set off
    Pairs m_inside;
};
} // namespace engine
