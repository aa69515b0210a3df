#include "engine_core/physics/rigid_world.h"

#include "engine_core/physics/rigid_state.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
constexpr double JumpDistance = 1.0; ///< metres; what a script moves farther in a tick jumps

/// Whether Bullet can take it in: single precision, and not at the end of the world.
bool isUsable(const Vec3d& place)
{
    return engine::isFinite(place) && glm::length(place) < 4 * WorldLimit;
}

/// Without the corners where nothing can be; a ball of 10 cm in the middle if none is left.
RigidSetup usableOf(RigidSetup setup)
{
    std::erase_if(setup.parts, [](const ConvexPart& part) {
        return !std::all_of(part.begin(), part.end(), isUsable);
    });
    if (!isUsable(setup.place.position) || !std::isfinite(glm::length(setup.place.rotation)))
        setup.place = {};
    return setup;
}
} // namespace

RigidWorld::RigidWorld(const CollisionSpace& space, double gravity)
    : m_state{std::make_unique<State>(space, gravity)}
{
}

RigidWorld::~RigidWorld() = default;

void RigidWorld::setTouch(std::function<MaterialTouch(Name material)> touch)
{
    m_state->level.setTouch(std::move(touch));
}

void RigidWorld::setGravity(double gravity)
{
    if (gravity == m_state->gravity || !std::isfinite(gravity))
        return;
    m_state->gravity = gravity;
    for (auto& [entity, body] : m_state->bodies)
        if (body.isDynamic()) {
            m_state->pull(body);
            body.bullet->activate(true);
        }
}

void RigidWorld::setBody(EntityId entity, const RigidSetup& wanted)
{
    const auto setup = usableOf(wanted);
    Vec3d velocity{0};
    Vec3d turning{0};
    if (const auto* before = m_state->findDynamic(entity)) {
        velocity = fromBullet(before->bullet->getLinearVelocity());
        turning = fromBullet(before->bullet->getAngularVelocity());
    }
    removeBody(entity);
    auto& body = m_state->bodies[entity];
    body.tag.entity = entity;
    body.settings = setup.body;
    body.shape = makeRigidShape(setup.parts, setup.body.form);
    m_state->make(body, body.toMiddle(setup.place));
    m_state->enter(body);
    m_state->joints.bodyChanged(entity);
    m_state->sensors += setup.body.kind == BodyKind::Sensor ? 1 : 0;
    setVelocity(entity, velocity);
    setAngularVelocity(entity, turning);
    m_state->wakeAround(*body.bullet);
}

void RigidWorld::place(EntityId entity, const Transform& place)
{
    auto* body = m_state->find(entity);
    if (body == nullptr || !isUsable(place.position) || !std::isfinite(glm::length(place.rotation)))
        return;
    auto& rigid = *body->bullet;
    const auto at = body->toMiddle(place);
    const double distance = glm::distance(fromBullet(at.getOrigin()),
                                          fromBullet(rigid.getWorldTransform().getOrigin()));
    m_state->wakeAround(rigid);
    m_state->joints.wakeTied(entity);
    rigid.setWorldTransform(at);
    if (body->isDynamic() || distance > JumpDistance)
        rigid.setInterpolationWorldTransform(at);
    body->told = at;
    body->isMoved = !body->isDynamic();
    if (body->settings.kind != BodyKind::Sensor) // also one that Bullet has given up on
        rigid.forceActivationState(ACTIVE_TAG);
    if (body->settings.kind != BodyKind::Kinematic)
        rigid.activate(true);
    m_state->bullet.updateSingleAabb(&rigid);
    m_state->wakeAround(rigid);
}

void RigidWorld::removeBody(EntityId entity)
{
    auto* body = m_state->find(entity);
    if (body == nullptr)
        return;
    for (auto& [other, character] : m_state->characters)
        if (character.on == entity)
            m_state->standOn(character, {});
    m_state->wakeAround(*body->bullet);
    m_state->joints.bodyChanged(entity);
    m_state->bullet.removeRigidBody(body->bullet.get());
    m_state->sensors -= body->settings.kind == BodyKind::Sensor ? 1 : 0;
    m_state->touches.forget(entity);
    m_state->bodies.erase(entity);
}

bool RigidWorld::has(EntityId entity) const
{
    return m_state->bodies.contains(entity);
}

void RigidWorld::setCharacter(EntityId entity,
                              const Capsule& capsule,
                              const Vec3d& foot,
                              EntityId on)
{
    auto& stands = m_state->makeCharacter(entity, capsule);
    const auto middle = foot + Vec3d{0, capsule.height / 2, 0};
    stands.object->setWorldTransform(btTransform(btQuaternion::getIdentity(), toBullet(middle)));
    m_state->bullet.updateSingleAabb(stands.object.get());
    m_state->standOn(stands, on);
}

void RigidWorld::removeCharacter(EntityId entity)
{
    const auto at = m_state->characters.find(entity);
    if (at == m_state->characters.end())
        return;
    m_state->standOn(at->second, {});
    m_state->bullet.removeCollisionObject(at->second.object.get());
    m_state->touches.forget(entity);
    m_state->characters.erase(at);
}

void RigidWorld::setJoint(EntityId joint, const JointSetup& setup)
{
    m_state->joints.set(joint, setup);
}

void RigidWorld::removeJoint(EntityId joint)
{
    m_state->joints.remove(joint);
}

void RigidWorld::moveJointEnd(EntityId joint, std::size_t end, const Transform& frame)
{
    m_state->joints.moveEnd(joint, end, frame);
}

std::optional<JointState> RigidWorld::joint(EntityId joint) const
{
    return m_state->joints.state(joint);
}

const std::vector<EntityId>& RigidWorld::torn() const
{
    return m_state->joints.torn();
}

void RigidWorld::standingChanged(EntityId entity, const Aabb& now)
{
    m_state->wakeIn(m_state->level.changed(entity, now).grown(0.1));
}

void RigidWorld::applyForce(EntityId entity, const Vec3d& newton, const Vec3d& at)
{
    auto* body = m_state->findDynamic(entity);
    if (body == nullptr || !engine::isFinite(newton) || !engine::isFinite(at))
        return;
    body->bullet->activate(true);
    const auto arm = at - fromBullet(body->bullet->getCenterOfMassPosition());
    body->bullet->applyForce(toBullet(newton), toBullet(arm));
}

void RigidWorld::applyImpulse(EntityId entity, const Vec3d& newtonSeconds, const Vec3d& at)
{
    auto* body = m_state->findDynamic(entity);
    if (body == nullptr || !engine::isFinite(newtonSeconds) || !engine::isFinite(at))
        return;
    body->bullet->activate(true);
    const auto arm = at - fromBullet(body->bullet->getCenterOfMassPosition());
    body->bullet->applyImpulse(toBullet(newtonSeconds), toBullet(arm));
}

void RigidWorld::applyTorque(EntityId entity, const Vec3d& newtonMetres)
{
    auto* body = m_state->findDynamic(entity);
    if (body == nullptr || !engine::isFinite(newtonMetres))
        return;
    body->bullet->activate(true);
    body->bullet->applyTorque(toBullet(newtonMetres));
}

void RigidWorld::setVelocity(EntityId entity, const Vec3d& metresPerSecond)
{
    auto* body = m_state->findDynamic(entity);
    if (body == nullptr || !engine::isFinite(metresPerSecond))
        return;
    body->bullet->activate(true);
    body->bullet->setLinearVelocity(toBullet(limitedSpeed(metresPerSecond)));
}

void RigidWorld::setAngularVelocity(EntityId entity, const Vec3d& radiansPerSecond)
{
    auto* body = m_state->findDynamic(entity);
    if (body == nullptr || !engine::isFinite(radiansPerSecond))
        return;
    body->bullet->activate(true);
    body->bullet->setAngularVelocity(
        body->settings.lockTurning ? btVector3(0, 0, 0) : toBullet(limitedSpeed(radiansPerSecond)));
}

void RigidWorld::wake(EntityId entity)
{
    if (auto* body = m_state->findDynamic(entity))
        body->bullet->activate(true);
}

std::optional<RigidState> RigidWorld::state(EntityId entity) const
{
    const auto* body = m_state->find(entity);
    if (body == nullptr)
        return std::nullopt;
    const auto& at = body->bullet->getWorldTransform();
    RigidState state;
    state.rotation = fromBullet(at.getRotation()) * glm::conjugate(body->shape.frame.axes);
    state.position = fromBullet(at.getOrigin()) - state.rotation * body->shape.frame.middle;
    state.velocity = fromBullet(body->bullet->getLinearVelocity());
    state.angularVelocity = fromBullet(body->bullet->getAngularVelocity());
    state.asleep = body->isDynamic() && !body->bullet->isActive();
    return state;
}

double RigidWorld::mass(EntityId entity) const
{
    const auto* body = m_state->find(entity);
    return body != nullptr ? body->mass : 0;
}

Vec3d RigidWorld::middle(EntityId entity) const
{
    const auto* body = m_state->find(entity);
    return body != nullptr ? fromBullet(body->bullet->getCenterOfMassPosition()) : Vec3d{0};
}

Vec3d RigidWorld::velocityAt(EntityId entity, const Vec3d& point) const
{
    const auto* body = m_state->find(entity);
    if (body == nullptr)
        return Vec3d{0};
    const auto arm = toBullet(point - fromBullet(body->bullet->getCenterOfMassPosition()));
    return fromBullet(body->bullet->getVelocityInLocalPoint(arm));
}

void RigidWorld::noteTouches(bool wanted)
{
    m_state->touches.setWanted(wanted);
}

void RigidWorld::step(double seconds)
{
    auto& state = *m_state;
    state.moved.clear();
    state.touches.begin();
    state.joints.beginStep();
    const bool isWatching = state.touches.isWanted() && state.sensors > 0;
    const bool hasWork =
        isWatching || std::any_of(state.bodies.begin(), state.bodies.end(), [](const auto& each) {
            return each.second.isDynamic() ? each.second.bullet->isActive() : each.second.isMoved;
        });
    if (!hasWork || !(seconds > 0))
        return;
    state.takeInLevel(seconds);
    state.haltMovers();
    state.joints.make();
    state.bullet.stepSimulation(static_cast<float>(seconds), 0);
    state.joints.settle();
    state.collect();
    state.joints.tear();
    state.touches.collect(state.dispatcher);
}

const std::vector<EntityId>& RigidWorld::moved() const
{
    return m_state->moved;
}

const std::vector<RigidTouch>& RigidWorld::touches() const
{
    return m_state->touches.begun();
}

std::size_t RigidWorld::bodyCount() const
{
    return m_state->bodies.size();
}

std::size_t RigidWorld::standingCount() const
{
    return m_state->level.size();
}

std::size_t RigidWorld::awakeCount() const
{
    return static_cast<std::size_t>(
        std::count_if(m_state->bodies.begin(), m_state->bodies.end(), [](const auto& each) {
            return each.second.isDynamic() && each.second.bullet->isActive();
        }));
}

void RigidWorld::addTo(Hasher& hasher) const
{
    for (const auto& [entity, body] : m_state->bodies) {
        const auto& velocity = body.bullet->getLinearVelocity();
        const auto& turning = body.bullet->getAngularVelocity();
        hasher.add(entity.value).add(body.bullet->isActive());
        for (int axis = 0; axis < 3; ++axis)
            hasher.add(velocity[axis]).add(turning[axis]);
    }
}
} // namespace engine
