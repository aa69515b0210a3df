#include "engine_core/play/bodies/play_bodies.h"
#include "engine_core/play/script_bindings/play_bindings.h"
#include "engine_core/scene/components/joint.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
/// How an entity's joint is. Nothing, with an exception in the script, if it has none.
JointState stateOfJoint(const EntityId& entity)
{
    auto* play = activePlay();
    if (play == nullptr)
        return {};
    const auto state = play->bodies->joint(entity);
    if (!state)
        raiseInScript("The entity needs a Joint component for this");
    return state.value_or(JointState{});
}

double jointAngle(const EntityId& entity)
{
    return stateOfJoint(entity).angle;
}

double jointWay(const EntityId& entity)
{
    return stateOfJoint(entity).way;
}

double jointLength(const EntityId& entity)
{
    return stateOfJoint(entity).length;
}

double jointForce(const EntityId& entity)
{
    return stateOfJoint(entity).force;
}

/// As hard and as fast as motors can be.
void setJointMotor(const EntityId& entity, double speed, double strength)
{
    auto* play = activePlay();
    const auto* joint = play != nullptr ? play->world.get<Joint>(entity) : nullptr;
    if (joint == nullptr) {
        if (play != nullptr)
            raiseInScript("The entity needs a Joint component for this");
        return;
    }
    if (!std::isfinite(speed) || !std::isfinite(strength)) {
        raiseInScript("Speed and strength of a motor must be finite");
        return;
    }
    constexpr double MostForce = 1e9;
    constexpr double MostSpeed = 500;
    constexpr double MostTurn = 36000; // degrees a second
    auto driven = *joint;
    const double force = std::clamp(strength, 0.0, MostForce);
    if (driven.kind == JointKind::Hinge) {
        driven.turnSpeed = std::clamp(degrees(speed), -MostTurn, MostTurn);
        driven.torque = force;
    } else if (driven.kind == JointKind::Slider) {
        driven.slideSpeed = std::clamp(speed, -MostSpeed, MostSpeed);
        driven.force = force;
    } else {
        raiseInScript("Only hinges and sliders have a motor");
        return;
    }
    if (!(driven == *joint))
        play->write(entity, driven);
}

void breakJoint(const EntityId& entity)
{
    auto* play = activePlay();
    if (play == nullptr)
        return;
    if (play->world.get<Joint>(entity) == nullptr)
        raiseInScript("The entity needs a Joint component for this");
    else
        play->write(entity, typeIdOf<Joint>(), nullptr);
}
} // namespace

Result<void> bindJoints(ScriptBinder& binder)
{
    const char* entity = "Entity";
    binder.method(entity, "double get_jointAngle() const property", jointAngle,
                  "Of its hinge: how far it has turned about the axis since the start, in radians");
    binder.method(entity, "double get_jointWay() const property", jointWay,
                  "Of its slider: how far it has moved along the axis since the start, in metres");
    binder.method(entity, "double get_jointLength() const property", jointLength,
                  "Between the two ends of its joint, in metres");
    binder.method(entity, "double get_jointForce() const property", jointForce,
                  "That holds the ends of its joint together, in newtons");
    binder.method(entity, "void setJointMotor(double speed, double strength)", setJointMotor,
                  "The motor of its hinge or slider: radians or metres a second, and the newton "
                  "metres or newtons that it has at most; 0 of these is no motor");
    binder.method(entity, "void breakJoint()", breakJoint,
                  "Takes its joint away without a call of onJointBreak()");
    return binder.finish("joints");
}
} // namespace engine
