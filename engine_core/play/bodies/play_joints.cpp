#include "engine_core/play/bodies/play_joints.h"

#include "engine_core/physics/rigid_world.h"
#include "engine_core/play/play_state.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/world/hierarchy.h"

#include <algorithm>
#include <array>

namespace engine
{
namespace
{
/// Without its scale, which joints hold on to nowhere.
Transform unscaled(Transform place)
{
    place.scale = Vec3d{1};
    return place;
}

/// A place as seen from a frame without a scale.
Transform placeIn(const Transform& frame, const Transform& place)
{
    const auto back = glm::conjugate(frame.rotation);
    return {back * (place.position - frame.position), back * place.rotation, place.scale};
}

bool isAboutSame(const Transform& a, const Transform& b)
{
    return glm::distance(a.position, b.position) < 1e-6 && a.scale == b.scale &&
           std::abs(glm::dot(a.rotation, b.rotation)) > 1 - 1e-9;
}
} // namespace

void PlayJoints::refresh(EntityId entity)
{
    if (m_made.contains(entity) || m_play.world.get<Joint>(entity) != nullptr)
        m_dirty.insert(entity);
    for (auto at = m_endsAt.lower_bound({entity, EntityId{}});
         at != m_endsAt.end() && at->first == entity; ++at)
        m_dirty.insert(at->second);
}

void PlayJoints::takeIn(RigidWorld& rigid)
{
    for (const auto entity : std::exchange(m_dirty, {}))
        takeIn(entity, rigid);
}

Transform PlayJoints::placeOf(const Hold& hold) const
{
    const auto entity = hold.body ? hold.body : hold.leads;
    return entity ? unscaled(worldTransform(m_play.world, entity)) : Transform{};
}

void PlayJoints::forget(EntityId entity)
{
    const auto at = m_made.find(entity);
    if (at == m_made.end())
        return;
    for (const auto& hold : {at->second.own, at->second.other})
        for (const auto end : {hold.body, hold.leads})
            m_endsAt.erase({end, entity});
    m_endsAt.erase({at->second.joint.other, entity});
    m_leading.erase(entity);
    m_made.erase(at);
}

/// Where its other end is now, seen from what that holds on to.
Transform PlayJoints::otherEnd(const Made& made) const
{
    const auto& world = m_play.world;
    if (made.joint.kind != JointKind::Distance)
        return jointFrame(made.joint, made.rest);
    if (!made.joint.other)
        return {made.rest.apply(made.joint.end), made.rest.rotation, Vec3d{1}};
    const auto at = placeIn(placeOf(made.other), worldTransform(world, made.joint.other));
    return {at.apply(made.joint.end), at.rotation, Vec3d{1}};
}

JointSetup PlayJoints::setupOf(const Made& made) const
{
    JointSetup setup{made.joint,
                     {JointEnd{made.own.body, jointFrame(made.joint, made.at)},
                      JointEnd{made.other.body, otherEnd(made)}}};
    if (!made.own.body)
        setup.ends[0].frame = unscaled(placeOf(made.own) * setup.ends[0].frame);
    if (!made.other.body)
        setup.ends[1].frame = unscaled(placeOf(made.other) * setup.ends[1].frame);
    if (!(setup.joint.longest > 0))
        setup.joint.longest = made.startLength;
    return setup;
}

void PlayJoints::takeIn(EntityId entity, RigidWorld& rigid)
{
    const auto& world = m_play.world;
    const auto* joint = world.exists(entity) ? world.get<Joint>(entity) : nullptr;
    if (joint == nullptr) {
        rigid.removeJoint(entity);
        forget(entity);
        return;
    }
    const auto bodies = jointBodies(world, entity, *joint);
    const Hold own{bodies.own, bodies.own ? EntityId{} : entity};
    const Hold other{bodies.other, bodies.other ? EntityId{} : joint->other};
    const bool isThere = !joint->other || world.exists(joint->other);
    const auto before = m_made.find(entity);
    Made made;
    if (before != m_made.end())
        made = before->second;
    const bool isNew = before == m_made.end() || !made.isTied || made.own != own ||
                       made.other != other || made.joint.other != joint->other;
    forget(entity);
    made.joint = *joint;
    made.own = own;
    made.other = other;
    made.isTied = isThere && joinsBodies(world, bodies);
    const auto place = worldTransform(world, entity);
    const auto at = placeIn(placeOf(own), place);
    if (isNew)
        made.rest = placeIn(placeOf(other), place);
    else if (!isAboutSame(made.at, at)) // as if it had been there from the start
        made.rest = made.rest * placeIn(unscaled(made.at), at);
    if (isNew || !isAboutSame(made.at, at))
        made.at = at;
    made.rest.scale = at.scale;
    for (const auto& hold : {own, other})
        for (const auto end : {hold.body, hold.leads})
            if (end)
                m_endsAt.emplace(end, entity);
    if (joint->other)
        m_endsAt.emplace(joint->other, entity);
    if (isNew && made.isTied) {
        const auto ownEnd = placeOf(own) * jointFrame(made.joint, made.at);
        made.startLength =
            glm::distance(ownEnd.position, (placeOf(other) * otherEnd(made)).position);
    }
    if (made.isTied && (!own.body || (!other.body && other.leads)))
        m_leading.insert(entity);
    if (made.isTied)
        rigid.setJoint(entity, setupOf(made));
    else
        rigid.removeJoint(entity);
    m_made[entity] = made;
}

void PlayJoints::carry(EntityId body, const Transform& from, const Transform& to)
{
    for (auto at = m_endsAt.lower_bound({body, EntityId{}});
         at != m_endsAt.end() && at->first == body; ++at) {
        auto& made = m_made.at(at->second);
        if (made.own.body != body || made.joint.other)
            continue;
        made.rest = to * placeIn(unscaled(from), made.rest);
        m_dirty.insert(at->second);
    }
}

void PlayJoints::follow(RigidWorld& rigid)
{
    for (const auto entity : m_leading) {
        const auto setup = setupOf(m_made.at(entity));
        for (std::size_t end = 0; end < setup.ends.size(); ++end)
            if (!setup.ends.at(end).body)
                rigid.moveJointEnd(entity, end, setup.ends.at(end).frame);
    }
}

/// The script at the entity or the nearest above it that listens.
EntityId PlayJoints::listenerAt(EntityId entity) const
{
    const auto listeners = m_play.scripts->listeners(ScriptEvent::JointBreak);
    for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
        if (std::binary_search(listeners.begin(), listeners.end(), entity))
            return entity;
        const auto* node = m_play.world.get<Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
    return {};
}

void PlayJoints::tellTorn(RigidWorld& rigid)
{
    const auto torn = rigid.torn(); // scripts may do anything
    for (const auto entity : torn) {
        const auto* joint = m_play.world.get<Joint>(entity);
        if (joint == nullptr)
            continue;
        const auto other = joint->other;
        m_play.write(entity, typeIdOf<Joint>(), nullptr);
        const std::set<EntityId> told{listenerAt(entity), listenerAt(other)};
        for (const auto listener : told)
            if (listener)
                m_play.scripts->tell(listener, ScriptEvent::JointBreak, entity);
    }
}
} // namespace engine
