#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/math/transform.h"
#include "engine_core/reflect/type_builder.h"

#include <string_view>

namespace engine
{
class World;

/// How the two ends of a joint may move against each other.
enum class JointKind
{
    Hinge,    ///< they turn about the axis
    Slider,   ///< they slide along the axis and never turn
    Distance, ///< rope, rod or spring between two points
    Fixed     ///< not at all
};

/// Ties the body at or above its entity to another object, or to the world, while playing. Where
/// and how they are when the game begins is angle and way 0.
struct Joint
{
    static constexpr std::string_view TypeName = "joint";

    JointKind kind = JointKind::Hinge;
    EntityId other{};      ///< at, below or carrying what is at the other end; null: the world
    Vec3d anchor{0};       ///< metres from the entity's place, along its axes
    Vec3d axis{0, 1, 0};   ///< of hinges and sliders, along the entity's axes; any length but 0
    Vec3d end{0, 1, 0};    ///< of a distance: from the other object's place along its axes; without
                           ///< one, from the entity's place as it is at the start. Metres
    bool collide = false;  ///< the two bodies with each other
    double breakForce = 0; ///< newtons that tear it; 0: none do

    bool limited = false;     ///< hinges and sliders
    double lowestAngle = -90; ///< of a hinge, degrees
    double highestAngle = 90; ///< of a hinge, degrees
    double turnSpeed = 0;     ///< of a hinge's motor, degrees a second
    double torque = 0;        ///< that the motor has at most, newton metres; 0: no motor
    double lowestWay = -1;    ///< of a slider, metres
    double highestWay = 1;    ///< of a slider, metres
    double slideSpeed = 0;    ///< of a slider's motor, metres a second
    double force = 0;         ///< that the motor has at most, newtons; 0: no motor
    double shortest = 0;      ///< distance, metres; as much as `longest` makes it a rod
    double longest = 0;       ///< distance, metres; 0: as long as at the start

    double stiffness = 0; ///< newtons a metre, of hinges newton metres a radian; 0: no spring
    double damping = 0;   ///< newtons for a metre a second, of hinges newton metres for a radian
    friend bool operator==(const Joint&, const Joint&) = default;
};

void describe(TypeBuilder<Joint>& joint);

/// The anchor, with the axis along +x, where `place` is the entity's; its scale is 1. An axis that
/// has no direction is +y.
[[nodiscard]] Transform jointFrame(const Joint& joint, const Transform& place);

/// Whose bodies a joint ties; null where there is none.
struct JointBodies
{
    EntityId own;   ///< the body at or above the entity
    EntityId other; ///< the body at or above the other object
};

[[nodiscard]] JointBodies jointBodies(const World& world, EntityId entity, const Joint& joint);

/// Whether weight moves one of the two, and they are not the same.
[[nodiscard]] bool joinsBodies(const World& world, const JointBodies& bodies);
} // namespace engine
