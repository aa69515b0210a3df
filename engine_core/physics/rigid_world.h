#pragma once

#include "engine_core/assets/material.h"
#include "engine_core/base/hash.h"
#include "engine_core/base/ids.h"
#include "engine_core/math/aabb.h"
#include "engine_core/math/transform.h"
#include "engine_core/physics/rigid_joint.h"
#include "engine_core/physics/static_collision.h"
#include "engine_core/scene/components/body.h"

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace engine
{
/// The corners of a convex solid, seen from the place of its body. Metres.
using ConvexPart = std::vector<Vec3d>;

/// A body as it is made.
struct RigidSetup
{
    Body body;
    std::vector<ConvexPart> parts; ///< without any it is a ball of 10 cm
    Transform place;               ///< its scale is in the parts already
};

/// A body as of the last step.
struct RigidState
{
    Vec3d position{0}; ///< of the body's place, not of its middle
    Quatd rotation{1, 0, 0, 0};
    Vec3d velocity{0};        ///< of its centre of mass, metres a second
    Vec3d angularVelocity{0}; ///< radians a second
    bool asleep = false;
};

/// Two things that came into touch in the last step.
struct RigidTouch
{
    EntityId a, b;
    Vec3d point{0};
    Vec3d normal{0, 1, 0}; ///< from b towards a
    double impulse = 0;    ///< newton seconds; 0 for sensors
};

/// Rigid bodies, simulated by Bullet: bodies, what stands still near them, what pushes them, and
/// the capsules of characters, which stop them. One thread. The same calls in the same order give
/// the same bits. All places are in the world.
class RigidWorld
{
public:
    /// What stands still is asked for where bodies get to; see standingChanged(). Gravity in metres
    /// a second squared, downwards.
    RigidWorld(const CollisionSpace& space, double gravity);
    ~RigidWorld();

    void setGravity(double gravity);

    /// How the materials of standing brushes are to run into, from now on; asked within calls.
    void setTouch(std::function<MaterialTouch(Name material)> touch);

    /// Adds it, or changes it: it keeps its speed then, and is awake. Parts with corners that are
    /// not finite or beyond the world are left out.
    void setBody(EntityId entity, const RigidSetup& setup);

    /// Puts a body there, awake. A kinematic one gets there in the next step and pushes what is in
    /// its way; a dynamic one is there at once and keeps its speed.
    void place(EntityId entity, const Transform& place);
    void removeBody(EntityId entity);
    [[nodiscard]] bool has(EntityId entity) const;

    /// An upright capsule that bodies cannot move; `on` is the body that it stands on, which it
    /// does not press down.
    void setCharacter(EntityId entity, const Capsule& capsule, const Vec3d& foot, EntityId on);
    void removeCharacter(EntityId entity);

    /// Ties two bodies, or one to a place, or changes how. What can be made of it is made in the
    /// next step: it waits for its bodies, and two that weight does not move are not tied. It goes
    /// on when its bodies are made anew, and wakes them.
    void setJoint(EntityId joint, const JointSetup& setup);
    void removeJoint(EntityId joint);

    /// Moves an end, 0 or 1, that has no body; what is tied to it follows in the next step.
    void moveJointEnd(EntityId joint, std::size_t end, const Transform& frame);

    /// nullopt for what is not tied.
    [[nodiscard]] std::optional<JointState> joint(EntityId joint) const;

    /// Joints that the last step pulled at harder than they bear, ascending. They are gone.
    [[nodiscard]] const std::vector<EntityId>& torn() const;

    /// What stands still is another one, or elsewhere: it is asked for again, and bodies near where
    /// it was and near `now`, which may be empty, wake.
    void standingChanged(EntityId entity, const Aabb& now);

    /// Nothing for entities that are no bodies, numbers that are not finite and, but for the
    /// setters, bodies that are not dynamic. All but the forces act at once; forces act in the next
    /// step. All wake the body.
    void applyForce(EntityId entity, const Vec3d& newton, const Vec3d& at);
    void applyImpulse(EntityId entity, const Vec3d& newtonSeconds, const Vec3d& at);
    void applyTorque(EntityId entity, const Vec3d& newtonMetres);
    void setVelocity(EntityId entity, const Vec3d& metresPerSecond);
    void setAngularVelocity(EntityId entity, const Vec3d& radiansPerSecond);
    void wake(EntityId entity);

    /// nullopt for what is no body.
    [[nodiscard]] std::optional<RigidState> state(EntityId entity) const;
    [[nodiscard]] double mass(EntityId entity) const;  ///< kilograms; 0 unless dynamic
    [[nodiscard]] Vec3d middle(EntityId entity) const; ///< its centre of mass
    [[nodiscard]] Vec3d velocityAt(EntityId entity, const Vec3d& point) const;

    /// Whether the next steps note who comes into touch. Costs a look at every contact.
    void noteTouches(bool wanted);

    void step(double seconds);

    /// Dynamic bodies that the last step moved, ascending.
    [[nodiscard]] const std::vector<EntityId>& moved() const;

    /// In the order of their entities.
    [[nodiscard]] const std::vector<RigidTouch>& touches() const;

    [[nodiscard]] std::size_t bodyCount() const;
    [[nodiscard]] std::size_t standingCount() const; ///< shapes of the level that are near bodies
    [[nodiscard]] std::size_t awakeCount() const;    ///< dynamic ones

    void addTo(Hasher& hasher) const; ///< speeds and who sleeps

private:
    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace engine
