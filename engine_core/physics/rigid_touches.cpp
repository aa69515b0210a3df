#include "engine_core/physics/rigid_touches.h"

#include "engine_core/physics/rigid_level.h"

#include <map>

namespace engine
{
namespace
{
/// Bullet has contacts of what is two centimetres apart; this near it touches. Metres.
constexpr float TouchDistance = 0.002f;

EntityId entityOf(const btCollisionObject* object)
{
    const auto* tag = static_cast<const RigidTag*>(object->getUserPointer());
    return tag != nullptr ? tag->entity : EntityId{};
}

struct Contact
{
    RigidTouch touch; ///< its deepest point, and the impulses of all
    float distance = 1;
    bool isTouch = false; ///< and not only near
};

void add(Contact& contact, const btPersistentManifold& manifold, bool isTurned)
{
    for (int i = 0; i < manifold.getNumContacts(); ++i) {
        const auto& point = manifold.getContactPoint(i);
        const double impulse = static_cast<double>(point.getAppliedImpulse());
        contact.touch.impulse += impulse;
        contact.isTouch |= impulse > 0 || point.getDistance() <= TouchDistance;
        if (point.getDistance() >= contact.distance)
            continue;
        contact.distance = point.getDistance();
        contact.touch.point = fromBullet(point.getPositionWorldOnB());
        contact.touch.normal = fromBullet(point.m_normalWorldOnB) * (isTurned ? -1.0 : 1.0);
    }
}
} // namespace

void RigidTouches::setWanted(bool wanted)
{
    if (wanted != m_isWanted)
        m_touching.clear();
    m_isWanted = wanted;
}

void RigidTouches::collect(btDispatcher& dispatcher)
{
    if (!m_isWanted)
        return;
    std::map<Pair, Contact> now; // in the order of their entities, whatever Bullet's is
    for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
        const auto& manifold = *dispatcher.getManifoldByIndexInternal(i);
        const auto first = entityOf(manifold.getBody0());
        const auto second = entityOf(manifold.getBody1());
        if (manifold.getNumContacts() == 0 || !first || !second || first == second)
            continue;
        const bool isTurned = second < first;
        auto& contact = now[isTurned ? Pair{second, first} : Pair{first, second}];
        add(contact, manifold, isTurned);
    }
    std::set<Pair> touching;
    for (auto& [pair, contact] : now) {
        const bool isOld = m_touching.contains(pair);
        if (!isOld && !contact.isTouch)
            continue;
        touching.insert(pair);
        contact.touch.a = pair.first;
        contact.touch.b = pair.second;
        if (!isOld)
            m_begun.push_back(contact.touch);
    }
    m_touching = std::move(touching);
}

void RigidTouches::forget(EntityId entity)
{
    std::erase_if(m_touching, [entity](const Pair& pair) {
        return pair.first == entity || pair.second == entity;
    });
}
} // namespace engine
