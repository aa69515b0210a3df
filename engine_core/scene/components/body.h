#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/reflect/type_builder.h"

namespace engine
{
class World;

/// What moves a body.
enum class BodyKind
{
    Dynamic,   ///< weight, contacts and forces
    Kinematic, ///< scripts and movers alone; it pushes others and nothing stops it
    Sensor     ///< as Kinematic, but everything goes through it; it only tells who does
};

/// What a body collides as.
enum class BodyForm
{
    Auto,  ///< its brushes as they are, its models as the hulls around them
    Box,   ///< the box around all of it, along its own axes
    Sphere ///< the ball around its middle that is as wide as its widest side
};

/// The entity, and every brush and model below it, moves as one rigid piece while playing: left out
/// of lightmaps, navigation meshes and static collision, as what a Mover carries. A Body below
/// another one is a part of that.
struct Body
{
    static constexpr std::string_view TypeName = "body";

    BodyKind kind = BodyKind::Dynamic;
    BodyForm form = BodyForm::Auto;
    double mass = 0;              ///< kilograms; 0: as its size and density make it
    double density = 50;          ///< kilograms a cubic metre; a wooden crate with air in it
    double friction = 0.5;        ///< 0 to 1
    double restitution = 0;       ///< 0 to 1: the part of the speed that comes back
    double linearDamping = 0;     ///< 0 to 1: the part of the speed that is lost in a second
    double angularDamping = 0.05; ///< the same of turning
    double gravityScale = 1;
    bool lockTurning = false;
    friend bool operator==(const Body&, const Body&) = default;
};

void describe(TypeBuilder<Body>& body);

/// Whether components of the type make everything at and below their entity move: Mover and Body.
[[nodiscard]] bool setsInMotion(TypeId type);

/// Whether weight and contacts move the entity.
[[nodiscard]] bool isDynamicBody(const World& world, EntityId entity);

/// The entity whose Body moves this one: the highest at or above it; null if there is none.
[[nodiscard]] EntityId bodyOwner(const World& world, EntityId entity);
} // namespace engine
