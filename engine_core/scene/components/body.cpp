#include "engine_core/scene/components/body.h"

#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/world/world.h"

namespace engine
{
void describe(TypeBuilder<Body>& body)
{
    body.type("body", "Body", "Falls, is pushed and stacked while playing, as one rigid piece");
    body.property("kind", &Body::kind, {"dynamic", "kinematic", "sensor"})
        .tooltip("Dynamic: moved by weight and contacts. Kinematic: by scripts alone, and pushes "
                 "others. Sensor: tells scripts who is in it");
    body.property("form", &Body::form, {"auto", "box", "sphere"})
        .tooltip("What it collides as. Auto: its brushes as they are, models as hulls");
    body.property("mass", &Body::mass)
        .range(0, 1e6)
        .unit("kg")
        .tooltip("0: as its size and density make it");
    body.property("density", &Body::density)
        .range(0, 1e5)
        .unit("kg/m\u00b3")
        .tooltip("Where no mass is given. A crate 50, wood 600, stone 2500");
    body.property("friction", &Body::friction)
        .range(0, 1)
        .tooltip("0: slides as on ice. The level has 0.5");
    body.property("restitution", &Body::restitution)
        .label("Bounciness")
        .range(0, 1)
        .tooltip("The part of its speed that it bounces back with. The level has 0.5");
    body.property("linearDamping", &Body::linearDamping)
        .range(0, 1)
        .tooltip("The part of its speed that it loses in a second");
    body.property("angularDamping", &Body::angularDamping)
        .range(0, 1)
        .tooltip("The part of its turning that it loses in a second");
    body.property("gravityScale", &Body::gravityScale)
        .range(-10, 10)
        .tooltip("0: floats. Below 0: rises");
    body.property("lockTurning", &Body::lockTurning).tooltip("Moves, but never turns");
}

bool setsInMotion(TypeId type)
{
    return type == typeIdOf<Mover>() || type == typeIdOf<Body>();
}

EntityId bodyOwner(const World& world, EntityId entity)
{
    EntityId owner;
    for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
        if (world.get<Body>(entity) != nullptr)
            owner = entity;
        const auto* node = world.get<Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
    return owner;
}

bool isDynamicBody(const World& world, EntityId entity)
{
    const auto* body = world.get<Body>(bodyOwner(world, entity));
    return body != nullptr && body->kind == BodyKind::Dynamic;
}
} // namespace engine
