// The insides of a RigidWorld.
#pragma once

#include "engine_core/physics/rigid_joints.h"
#include "engine_core/physics/rigid_level.h"
#include "engine_core/physics/rigid_touches.h"
#include "engine_core/physics/rigid_world.h"

#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <map>
#include <memory>
#include <vector>

namespace engine
{
inline constexpr double MaxBodySpeed = 500.0; ///< of bodies, metres and radians a second

/// No faster than that; none for what is not finite.
[[nodiscard]] inline Vec3d limitedSpeed(const Vec3d& velocity)
{
    const double speed = glm::length(velocity);
    if (!std::isfinite(speed))
        return Vec3d{0};
    return speed > MaxBodySpeed ? velocity * (MaxBodySpeed / speed) : velocity;
}

struct RigidBody
{
    RigidTag tag;
    Body settings;
    RigidShape shape;
    double mass = 0;
    std::unique_ptr<btRigidBody> bullet;
    btTransform told;      ///< as moved() last told of it
    RigidLevel::Seen seen; ///< of the level
    bool isMoved = false; ///< a kinematic one, since the last step

    [[nodiscard]] bool isDynamic() const { return settings.kind == BodyKind::Dynamic; }

    [[nodiscard]] btTransform toMiddle(const Transform& place) const
    {
        return btTransform(toBullet(glm::normalize(place.rotation) * shape.frame.axes),
                           toBullet(place.position + place.rotation * shape.frame.middle));
    }
};

struct RigidCharacter
{
    RigidTag tag;
    Capsule capsule;
    EntityId on;
    std::unique_ptr<btCollisionShape> shape;
    std::unique_ptr<btCollisionObject> object;
};

struct RigidWorld::State
{
    State(const CollisionSpace& space, double down);
    ~State();

    State(const State&) = delete;
    State& operator=(const State&) = delete;

    RigidBody* find(EntityId entity)
    {
        const auto at = bodies.find(entity);
        return at != bodies.end() ? &at->second : nullptr;
    }

    /// Null unless forces move it.
    RigidBody* findDynamic(EntityId entity)
    {
        auto* body = find(entity);
        return body != nullptr && body->isDynamic() ? body : nullptr;
    }

    void wakeIn(const Aabb& box);
    void wakeAround(const btRigidBody& body);
    void pull(RigidBody& body) const; ///< by gravity, from now on
    RigidCharacter& makeCharacter(EntityId entity, const Capsule& capsule);
    void make(RigidBody& body, const btTransform& at);
    void enter(RigidBody& body);
    void standOn(RigidCharacter& character, EntityId on);
    void takeInLevel(double seconds);
    void haltMovers();
    void collect();

    double gravity;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld bullet{&dispatcher, &broadphase, &solver, &configuration};
    RigidLevel level;
    std::map<EntityId, RigidBody> bodies; // in this order they are made, hence simulated
    std::map<EntityId, RigidCharacter> characters;
    RigidJoints joints{bullet, [this](EntityId entity) {
                           return find(entity);
                       }};
    RigidTouches touches;
    std::vector<EntityId> moved;
    std::size_t sensors = 0;
};
} // namespace engine
