// Who came into touch, from Bullet's contacts.
#pragma once

#include "engine_core/physics/rigid_world.h"

#include <btBulletCollisionCommon.h>

#include <set>
#include <utility>
#include <vector>

namespace engine
{
/// Keeps which pairs touch from step to step, to tell of those that begin to.
class RigidTouches
{
public:
    void setWanted(bool wanted);

    [[nodiscard]] bool isWanted() const { return m_isWanted; }

    /// A step begins, in which nothing has begun yet.
    void begin() { m_begun.clear(); }

    /// Takes in the contacts of the step.
    void collect(btDispatcher& dispatcher);

    void forget(EntityId entity);

    [[nodiscard]] const std::vector<RigidTouch>& begun() const { return m_begun; }

private:
    using Pair = std::pair<EntityId, EntityId>;

    bool m_isWanted = false;
    std::set<Pair> m_touching;
    std::vector<RigidTouch> m_begun;
};
} // namespace engine
