#include "engine_core/physics/rigid_joints.h"

#include "engine_core/physics/joint_constraint.h"
#include "engine_core/physics/rigid_state.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
constexpr double HookJump = 1.0; ///< metres; what moves farther in a step jumps

/// Nothing that is not finite, and nothing that Bullet's single precision does not bear.
Joint boundedJoint(Joint joint)
{
    constexpr double Most = 1e9;
    for (auto* number :
         {&joint.breakForce, &joint.lowestAngle, &joint.highestAngle, &joint.turnSpeed,
          &joint.torque, &joint.lowestWay, &joint.highestWay, &joint.slideSpeed, &joint.force,
          &joint.shortest, &joint.longest, &joint.stiffness, &joint.damping})
        *number = std::isfinite(*number) ? std::clamp(*number, -Most, Most) : 0;
    return joint;
}

bool isSomewhere(const JointEnd& end)
{
    return engine::isFinite(end.frame.position) &&
           glm::length(end.frame.position) < 4 * WorldLimit &&
           std::isfinite(glm::length(end.frame.rotation)) && glm::length(end.frame.rotation) > 0.5;
}

btTransform bulletPlace(const Transform& place)
{
    return btTransform(toBullet(place.rotation), toBullet(place.position));
}
} // namespace

RigidJoints::RigidJoints(btDiscreteDynamicsWorld& bullet, FindBody find)
    : m_bullet{bullet}, m_find{std::move(find)}
{
}

RigidJoints::~RigidJoints()
{
    for (auto& [entity, tied] : m_joints) {
        takeApart(tied);
        for (auto& hook : tied.hooks)
            if (hook.body)
                m_bullet.removeRigidBody(hook.body.get());
    }
}

void RigidJoints::set(EntityId joint, const JointSetup& wanted)
{
    if (!isSomewhere(wanted.ends[0]) || !isSomewhere(wanted.ends[1]))
        return remove(joint);
    const JointSetup setup{boundedJoint(wanted.joint), wanted.ends};
    auto& tied = m_joints[joint];
    const bool isSame = tied.constraint && tied.setup.joint.kind == setup.joint.kind &&
                        tied.setup.joint.collide == setup.joint.collide &&
                        tied.setup.ends == setup.ends;
    if (isSame) {
        tied.setup = setup;
        tied.constraint->setJoint(setup.joint);
        wake(tied);
        return;
    }
    remove(joint);
    auto& made = m_joints[joint];
    made.setup = setup;
    for (const auto& end : setup.ends)
        if (end.body)
            m_tiedTo.emplace(end.body, joint);
    m_isStale = true;
    wake(made);
}

void RigidJoints::remove(EntityId joint)
{
    const auto at = m_joints.find(joint);
    if (at == m_joints.end())
        return;
    wake(at->second);
    takeApart(at->second);
    for (auto& hook : at->second.hooks)
        if (hook.body)
            m_bullet.removeRigidBody(hook.body.get());
    for (const auto& end : at->second.setup.ends)
        m_tiedTo.erase({end.body, joint});
    m_joints.erase(at);
}

void RigidJoints::takeApart(Tied& tied)
{
    if (!tied.constraint)
        return;
    m_bullet.removeConstraint(tied.constraint.get());
    tied.constraint.reset();
    m_isStale = true; // Bullet puts the last one in its place
}

void RigidJoints::moveEnd(EntityId joint, std::size_t end, const Transform& frame)
{
    const auto at = m_joints.find(joint);
    if (at == m_joints.end() || at->second.setup.ends.at(end).body ||
        at->second.setup.ends.at(end).frame == frame || !isSomewhere({{}, frame}))
        return;
    auto& tied = at->second;
    const bool jumps =
        glm::distance(tied.setup.ends.at(end).frame.position, frame.position) > HookJump;
    tied.setup.ends.at(end).frame = frame;
    if (auto* hook = tied.hooks.at(end).body.get()) {
        hook->setWorldTransform(bulletPlace(frame));
        if (jumps)
            hook->setInterpolationWorldTransform(bulletPlace(frame));
    }
    wake(tied);
}

void RigidJoints::bodyChanged(EntityId body)
{
    for (auto at = m_tiedTo.lower_bound({body, EntityId{}});
         at != m_tiedTo.end() && at->first == body; ++at) {
        auto& tied = m_joints.at(at->second);
        wake(tied);
        takeApart(tied);
        m_isStale = true;
    }
}

void RigidJoints::wakeTied(EntityId body)
{
    for (auto at = m_tiedTo.lower_bound({body, EntityId{}});
         at != m_tiedTo.end() && at->first == body; ++at)
        wake(m_joints.at(at->second));
}

void RigidJoints::wake(const Tied& tied) const
{
    for (const auto& end : tied.setup.ends)
        if (auto* body = m_find(end.body); body != nullptr && body->isDynamic())
            body->bullet->activate(true);
}

/// In the order of their entities, also where some were there before others.
void RigidJoints::make()
{
    if (!std::exchange(m_isStale, false))
        return;
    for (auto at = m_joints.rbegin(); at != m_joints.rend(); ++at)
        if (at->second.constraint)
            m_bullet.removeConstraint(at->second.constraint.get());
    for (auto& [entity, tied] : m_joints) {
        if (!tied.constraint)
            makeOne(tied);
        if (!tied.constraint)
            continue;
        const bool areBodies = tied.setup.ends[0].body && tied.setup.ends[1].body;
        m_bullet.addConstraint(tied.constraint.get(), areBodies && !tied.setup.joint.collide);
    }
    m_isStale = false;
}

/// From the centre of mass of what that end holds on to.
Transform RigidJoints::frameIn(const Tied& tied, std::size_t end) const
{
    const auto& held = tied.setup.ends.at(end);
    const auto* body = m_find(held.body);
    if (body == nullptr)
        return {};
    const auto back = glm::conjugate(body->shape.frame.axes);
    return {back * (held.frame.position - body->shape.frame.middle),
            glm::normalize(back * held.frame.rotation), Vec3d{1}};
}

btRigidBody* RigidJoints::holdAt(Tied& tied, std::size_t end)
{
    const auto& held = tied.setup.ends.at(end);
    if (held.body) {
        auto* body = m_find(held.body);
        return body != nullptr ? body->bullet.get() : nullptr;
    }
    auto& hook = tied.hooks.at(end);
    if (!hook.body) {
        btRigidBody::btRigidBodyConstructionInfo info(0, nullptr, &hook.shape);
        info.m_startWorldTransform = bulletPlace(held.frame);
        hook.body = std::make_unique<btRigidBody>(info);
        hook.body->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT |
                                     btCollisionObject::CF_NO_CONTACT_RESPONSE);
        m_bullet.addRigidBody(hook.body.get(), 0, 0);
        hook.body->forceActivationState(DISABLE_DEACTIVATION);
    }
    return hook.body.get();
}

void RigidJoints::makeOne(Tied& tied)
{
    auto* own = holdAt(tied, 0);
    auto* other = holdAt(tied, 1);
    if (own == nullptr || other == nullptr ||
        (own->isStaticOrKinematicObject() && other->isStaticOrKinematicObject()))
        return;
    tied.constraint = std::make_unique<JointConstraint>(
        *own, *other, std::array{frameIn(tied, 0), frameIn(tied, 1)}, tied.setup.joint);
    const bool areBodies = tied.setup.ends[0].body && tied.setup.ends[1].body;
    if (areBodies && !tied.setup.joint.collide) // contacts that they have are none from now on
        m_bullet.getBroadphase()->getOverlappingPairCache()->cleanProxyFromPairs(
            own->getBroadphaseProxy(), m_bullet.getDispatcher());
}

void RigidJoints::settle()
{
    constexpr int Rounds = 6; // for chains; a joint by itself is right after the first
    bool isOff = true;
    for (int round = 0; isOff && round < Rounds; ++round) {
        isOff = false;
        for (const auto& [entity, tied] : m_joints)
            if (tied.constraint && tied.constraint->settle())
                isOff = true;
    }
}

void RigidJoints::tear()
{
    for (const auto& [entity, tied] : m_joints) {
        const double most = tied.setup.joint.breakForce;
        if (most > 0 && tied.constraint && tied.constraint->force() > most)
            m_torn.push_back(entity);
    }
    for (const auto entity : m_torn)
        remove(entity);
}

std::optional<Transform> RigidJoints::frameInWorld(const Tied& tied, std::size_t end) const
{
    const auto& held = tied.setup.ends.at(end);
    if (!held.body)
        return held.frame;
    const auto* body = m_find(held.body);
    if (body == nullptr)
        return std::nullopt;
    const auto& at = body->bullet->getWorldTransform();
    const auto rotation = fromBullet(at.getRotation()) * glm::conjugate(body->shape.frame.axes);
    const auto place = fromBullet(at.getOrigin()) - rotation * body->shape.frame.middle;
    return Transform{place, rotation, Vec3d{1}} * held.frame;
}

std::optional<JointState> RigidJoints::state(EntityId joint) const
{
    const auto at = m_joints.find(joint);
    if (at == m_joints.end() || !at->second.constraint)
        return std::nullopt;
    const auto own = frameInWorld(at->second, 0);
    const auto other = frameInWorld(at->second, 1);
    if (!own || !other)
        return std::nullopt;
    auto turned = glm::conjugate(other->rotation) * own->rotation;
    if (turned.w < 0)
        turned = -turned;
    const auto between = own->position - other->position;
    return JointState{2 * std::atan2(turned.x, turned.w),
                      glm::dot(between, other->rotation * Vec3d{1, 0, 0}), glm::length(between),
                      at->second.constraint->force()};
}
} // namespace engine
