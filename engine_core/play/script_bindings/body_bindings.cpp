#include "engine_core/play/bodies/play_bodies.h"
#include "engine_core/play/script_bindings/play_bindings.h"
#include "engine_core/scene/components/scene_settings.h"

namespace engine
{
namespace
{
/// The world of an entity's body. Null, with an exception in the script, if it has none.
RigidWorld* worldOfBody(const EntityId& entity)
{
    auto* play = activePlay();
    auto* world = play != nullptr ? play->bodies->worldOf(entity) : nullptr;
    if (play != nullptr && world == nullptr)
        raiseInScript("The entity needs a Body component for this");
    return world;
}

/// Whether the numbers can be taken; the script gets an exception otherwise.
bool areFinite(const Vec3d& a, const Vec3d& b = Vec3d{0})
{
    const bool are = isFinite(a) && isFinite(b);
    if (!are)
        raiseInScript("Forces and speeds must be finite");
    return are;
}

void applyForceAt(const EntityId& entity, const Vec3d& newton, const Vec3d& at)
{
    auto* world = worldOfBody(entity);
    if (world != nullptr && areFinite(newton, at))
        world->applyForce(entity, newton, at);
}

void applyForce(const EntityId& entity, const Vec3d& newton)
{
    auto* world = worldOfBody(entity);
    if (world != nullptr && areFinite(newton))
        world->applyForce(entity, newton, world->middle(entity));
}

void applyImpulseAt(const EntityId& entity, const Vec3d& newtonSeconds, const Vec3d& at)
{
    auto* world = worldOfBody(entity);
    if (world != nullptr && areFinite(newtonSeconds, at))
        world->applyImpulse(entity, newtonSeconds, at);
}

void applyImpulse(const EntityId& entity, const Vec3d& newtonSeconds)
{
    auto* world = worldOfBody(entity);
    if (world != nullptr && areFinite(newtonSeconds))
        world->applyImpulse(entity, newtonSeconds, world->middle(entity));
}

void applyTorque(const EntityId& entity, const Vec3d& newtonMetres)
{
    auto* world = worldOfBody(entity);
    if (world != nullptr && areFinite(newtonMetres))
        world->applyTorque(entity, newtonMetres);
}

/// Of a body or a character.
Vec3d velocity(const EntityId& entity)
{
    auto* play = activePlay();
    if (play == nullptr)
        return Vec3d{0};
    if (const auto* character = play->characters.find(entity))
        return character->velocity;
    if (auto* world = play->bodies->worldOf(entity))
        return world->state(entity)->velocity;
    raiseInScript("The entity needs a Character or a Body component for this");
    return Vec3d{0};
}

/// Of a body or a character.
void setVelocity(const EntityId& entity, const Vec3d& metresPerSecond)
{
    auto* play = activePlay();
    if (play != nullptr && play->characters.find(entity) != nullptr) {
        if (areFinite(metresPerSecond))
            play->characters.setVelocity(entity, metresPerSecond);
        return;
    }
    auto* world = worldOfBody(entity);
    if (world != nullptr && areFinite(metresPerSecond))
        world->setVelocity(entity, metresPerSecond);
}

Vec3d angularVelocity(const EntityId& entity)
{
    auto* world = worldOfBody(entity);
    return world != nullptr ? world->state(entity)->angularVelocity : Vec3d{0};
}

void setAngularVelocity(const EntityId& entity, const Vec3d& radiansPerSecond)
{
    auto* world = worldOfBody(entity);
    if (world != nullptr && areFinite(radiansPerSecond))
        world->setAngularVelocity(entity, radiansPerSecond);
}

bool isAsleep(const EntityId& entity)
{
    auto* world = worldOfBody(entity);
    return world != nullptr && world->state(entity)->asleep;
}

double gravity()
{
    const auto* play = activePlay();
    const auto* scene = play != nullptr ? play->world.get<SceneSettings>(SceneEntity) : nullptr;
    return scene != nullptr ? scene->gravity : SceneSettings{}.gravity;
}

double weight(const EntityId& entity)
{
    auto* world = worldOfBody(entity);
    return world != nullptr ? world->mass(entity) : 0;
}
} // namespace

Result<void> bindBodies(ScriptBinder& binder)
{
    const char* entity = "Entity";
    binder.method(entity, "void applyForce(const Vec3 &in newton)", applyForce,
                  "Pushes its body for one tick at its middle; call it in each onTick()");
    binder.method(entity, "void applyForce(const Vec3 &in newton, const Vec3 &in at)", applyForceAt,
                  "The same at a place in the world, so that it turns, too");
    binder.method(
        entity, "void applyImpulse(const Vec3 &in newtonSeconds)", applyImpulse,
        "Kicks its body at its middle: the impulse by its mass is the speed that it gains");
    binder.method(entity, "void applyImpulse(const Vec3 &in newtonSeconds, const Vec3 &in at)",
                  applyImpulseAt, "The same at a place in the world, so that it turns, too");
    binder.method(entity, "void applyTorque(const Vec3 &in newtonMetres)", applyTorque,
                  "Turns its body for one tick about the direction");
    binder.method(entity, "Vec3 get_velocity() const property", velocity,
                  "How fast its body or character moves, in metres a second");
    binder.method(entity, "void set_velocity(const Vec3 &in) property", setVelocity,
                  "How fast its body or character moves, in metres a second");
    binder.method(entity, "Vec3 get_angularVelocity() const property", angularVelocity,
                  "How fast its body turns about the direction, in radians a second");
    binder.method(entity, "void set_angularVelocity(const Vec3 &in) property", setAngularVelocity,
                  "How fast its body turns, in radians a second");
    binder.method(entity, "bool get_isAsleep() const property", isAsleep,
                  "Whether its body has come to rest, and costs nothing until something moves it");
    binder.method(entity, "double get_mass() const property", weight,
                  "Of its body, in kilograms; 0 for what nothing moves");
    binder.function("double gravity()", gravity,
                    "Of the scene, downwards, in metres a second squared");
    return binder.finish("bodies");
}
} // namespace engine
