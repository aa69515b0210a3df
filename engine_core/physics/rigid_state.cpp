#include "engine_core/physics/rigid_state.h"

#include "engine_core/physics/contact_mix.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace engine
{
namespace
{
constexpr int SensorGroup = btBroadphaseProxy::SensorTrigger;
constexpr int PushedGroup = btBroadphaseProxy::DefaultFilter;
constexpr int MoverGroup = btBroadphaseProxy::KinematicFilter;
constexpr int CharacterGroup = btBroadphaseProxy::CharacterFilter;

constexpr double LevelAhead = 1.0;  ///< metres around a body in which the level is taken in
constexpr double LeastMass = 0.001; ///< kilograms

// Slower than Bullet's own, by which what slides on ice would stop.
constexpr float RestingSpeed = 0.08f; ///< metres a second
constexpr float RestingTurn = 0.1f;   ///< radians a second

/// Bullet asks a function that all of its worlds share.
bool useOurContacts()
{
    gCalculateCombinedFrictionCallback = [](const btCollisionObject* a,
                                            const btCollisionObject* b) {
        return static_cast<btScalar>(combinedFriction(static_cast<double>(a->getFriction()),
                                                      static_cast<double>(b->getFriction())));
    };
    gCalculateCombinedRestitutionCallback = [](const btCollisionObject* a,
                                               const btCollisionObject* b) {
        return static_cast<btScalar>(combinedRestitution(static_cast<double>(a->getRestitution()),
                                                         static_cast<double>(b->getRestitution())));
    };
    gContactAddedCallback = mixContact;
    return true;
}

/// Wakes what touches a box.
struct WakeInBox final : btBroadphaseAabbCallback
{
    bool process(const btBroadphaseProxy* proxy) override
    {
        auto* object = static_cast<btCollisionObject*>(proxy->m_clientObject);
        if (!object->isStaticOrKinematicObject())
            object->activate(true);
        return true;
    }
};

bool isFinite(const btTransform& place)
{
    return engine::isFinite(fromBullet(place.getOrigin())) &&
           std::isfinite(place.getRotation().length2());
}

bool isSame(const btTransform& a, const btTransform& b)
{
    return a.getOrigin() == b.getOrigin() && a.getBasis() == b.getBasis();
}
} // namespace

RigidWorld::State::State(const CollisionSpace& space, double down)
    : gravity{down}, level{space, bullet}
{
    static const bool ours = useOurContacts();
    static_cast<void>(ours);
    bullet.setForceUpdateAllAabbs(false);
    // Bullet would end after its first round where there are joints alone, of which it hears
    // nothing.
    bullet.getSolverInfo().m_leastSquaresResidualThreshold = -1;
}

RigidWorld::State::~State()
{
    for (const auto& [entity, character] : characters)
        bullet.removeCollisionObject(character.object.get());
    for (const auto& [entity, body] : bodies)
        bullet.removeRigidBody(body.bullet.get());
}

void RigidWorld::State::wakeIn(const Aabb& box)
{
    WakeInBox wake;
    if (!box.isEmpty())
        broadphase.aabbTest(toBullet(box.min), toBullet(box.max), wake);
}

void RigidWorld::State::wakeAround(const btRigidBody& body)
{
    btVector3 low;
    btVector3 high;
    body.getAabb(low, high);
    wakeIn(Aabb{fromBullet(low), fromBullet(high)}.grown(0.05));
}

void RigidWorld::State::pull(RigidBody& body) const
{
    const double down = gravity * body.settings.gravityScale;
    body.bullet->setGravity(toBullet(Vec3d{0, -down, 0}));
}

/// The character's capsule, made anew if it is another one.
RigidCharacter& RigidWorld::State::makeCharacter(EntityId entity, const Capsule& capsule)
{
    auto& character = characters[entity];
    if (character.object && character.capsule.radius == capsule.radius &&
        character.capsule.height == capsule.height)
        return character;
    if (character.object) {
        standOn(character, {});
        bullet.removeCollisionObject(character.object.get());
    }
    const double radius = std::clamp(capsule.radius, 0.001, std::max(capsule.height / 2, 0.001));
    const double straight = std::max(capsule.height - 2 * radius, 0.0);
    character.tag.entity = entity;
    character.capsule = capsule;
    character.shape =
        std::make_unique<btCapsuleShape>(static_cast<float>(radius), static_cast<float>(straight));
    character.object = std::make_unique<btCollisionObject>();
    character.object->setCollisionShape(character.shape.get());
    character.object->setCollisionFlags(btCollisionObject::CF_STATIC_OBJECT);
    character.object->setUserPointer(&character.tag);
    character.object->forceActivationState(ISLAND_SLEEPING);
    bullet.addCollisionObject(character.object.get(), CharacterGroup, PushedGroup | SensorGroup);
    return character;
}

/// A body of Bullet's at a place, at rest.
void RigidWorld::State::make(RigidBody& body, const btTransform& at)
{
    const auto& settings = body.settings;
    const bool isDynamic = body.isDynamic();
    const double weighed = settings.mass > 0 ? settings.mass : settings.density * body.shape.volume;
    body.mass = isDynamic ? std::max(weighed, LeastMass) : 0;
    const auto inertia = settings.lockTurning ? Vec3d{0} : body.shape.inertiaOfKilogram * body.mass;
    btRigidBody::btRigidBodyConstructionInfo info(static_cast<float>(body.mass), nullptr,
                                                  body.shape.whole(), toBullet(inertia));
    info.m_startWorldTransform = at;
    info.m_friction = static_cast<float>(settings.friction);
    info.m_restitution = static_cast<float>(settings.restitution);
    info.m_linearDamping = static_cast<float>(settings.linearDamping);
    info.m_angularDamping = static_cast<float>(settings.angularDamping);
    info.m_linearSleepingThreshold = RestingSpeed;
    info.m_angularSleepingThreshold = RestingTurn;
    body.bullet = std::make_unique<btRigidBody>(info);
    body.bullet->setUserPointer(&body.tag);
    body.bullet->setFlags(body.bullet->getFlags() | BT_DISABLE_WORLD_GRAVITY);
    if (settings.lockTurning)
        body.bullet->setAngularFactor(btVector3(0, 0, 0));
    body.bullet->setCcdMotionThreshold(static_cast<float>(body.shape.thinnest * 0.5));
    body.bullet->setCcdSweptSphereRadius(static_cast<float>(body.shape.thinnest * 0.4));
    body.told = at;
}

void RigidWorld::State::enter(RigidBody& body)
{
    auto& rigid = *body.bullet;
    if (body.isDynamic()) {
        pull(body);
        bullet.addRigidBody(&rigid, PushedGroup, btBroadphaseProxy::AllFilter);
        return;
    }
    const bool isSensor = body.settings.kind == BodyKind::Sensor;
    rigid.setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT |
                            (isSensor ? btCollisionObject::CF_NO_CONTACT_RESPONSE : 0));
    bullet.addRigidBody(&rigid, isSensor ? SensorGroup : MoverGroup,
                        isSensor ? PushedGroup | MoverGroup | CharacterGroup
                                 : PushedGroup | SensorGroup);
    // An awake one would keep awake what lies on it; a sensor that sleeps would hear nothing.
    rigid.forceActivationState(isSensor ? DISABLE_DEACTIVATION : ISLAND_SLEEPING);
}

/// Levels are taken in before bodies get there.
void RigidWorld::State::takeInLevel(double seconds)
{
    for (auto& [entity, body] : bodies) {
        if (!body.isDynamic() || !body.bullet->isActive())
            continue;
        const auto moves = fromBullet(body.bullet->getLinearVelocity());
        const auto turns = fromBullet(body.bullet->getAngularVelocity());
        if (const auto slower = limitedSpeed(moves); slower != moves)
            body.bullet->setLinearVelocity(toBullet(slower));
        if (const auto slower = limitedSpeed(turns); slower != turns)
            body.bullet->setAngularVelocity(toBullet(slower));
        btVector3 low;
        btVector3 high;
        body.bullet->getAabb(low, high);
        const auto way = fromBullet(body.bullet->getLinearVelocity()) * seconds;
        Aabb box{fromBullet(low), fromBullet(high)};
        box.add(box.translated(way));
        if (engine::isFinite(box.min) && engine::isFinite(box.max))
            level.require(box.grown(LevelAhead), body.seen);
    }
}

/// What nobody moved since the last step stands still.
void RigidWorld::State::haltMovers()
{
    for (auto& [entity, body] : bodies) {
        if (body.isDynamic() || std::exchange(body.isMoved, false))
            continue;
        body.bullet->setLinearVelocity(btVector3(0, 0, 0));
        body.bullet->setAngularVelocity(btVector3(0, 0, 0));
        body.bullet->setInterpolationWorldTransform(body.bullet->getWorldTransform());
        if (body.settings.kind == BodyKind::Kinematic)
            body.bullet->forceActivationState(ISLAND_SLEEPING);
    }
}

void RigidWorld::State::collect()
{
    for (auto& [entity, body] : bodies) {
        const auto& at = body.bullet->getWorldTransform();
        if (!body.isDynamic() || isSame(at, body.told))
            continue;
        if (!isFinite(at)) { // nothing that Bullet makes of hostile numbers gets out
            body.bullet->setWorldTransform(body.told);
            body.bullet->setInterpolationWorldTransform(body.told);
            body.bullet->setLinearVelocity(btVector3(0, 0, 0));
            body.bullet->setAngularVelocity(btVector3(0, 0, 0));
            body.bullet->forceActivationState(ACTIVE_TAG); // Bullet gives up on such a body
            continue;
        }
        body.told = at;
        moved.push_back(entity);
    }
}

/// Bullet does not look at the two of them together.
void RigidWorld::State::standOn(RigidCharacter& character, EntityId on)
{
    if (character.on == on)
        return;
    if (auto* before = find(character.on))
        character.object->setIgnoreCollisionCheck(before->bullet.get(), false);
    character.on = on;
    auto* now = findDynamic(on);
    if (now == nullptr)
        return;
    character.object->setIgnoreCollisionCheck(now->bullet.get(), true);
    broadphase.getOverlappingPairCache()->cleanProxyFromPairs(
        character.object->getBroadphaseHandle(), &dispatcher);
}
} // namespace engine
