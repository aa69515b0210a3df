#include "engine_core/scene/components/joint.h"

#include "engine_core/scene/components/body.h"
#include "engine_core/scene/world/world.h"

#include <cmath>

namespace engine
{
namespace
{
constexpr double MostMetres = 10000;
constexpr double MostForce = 1e9;

/// The shortest turn that takes +x there.
Quatd turnTo(const Vec3d& direction)
{
    const Vec3d x{1, 0, 0};
    const double cosine = glm::dot(x, direction);
    if (cosine < -1 + 1e-12)
        return {0, 0, 0, 1}; // half a turn about z
    return glm::normalize(Quatd{1 + cosine, glm::cross(x, direction)});
}

void describeEnds(TypeBuilder<Joint>& joint)
{
    joint.property("kind", &Joint::kind, {"hinge", "slider", "distance", "fixed"})
        .tooltip("Hinge: turns about the axis. Slider: slides along it. Distance: a rope, rod or "
                 "spring. Fixed: as one piece, until it breaks");
    joint.property("other", &Joint::other)
        .tooltip("What is at the other end, or what it belongs to; none: the world");
    joint.property("anchor", &Joint::anchor)
        .unit("m")
        .tooltip("Where it is: from the object's place, along its axes");
    joint.property("axis", &Joint::axis)
        .onlyFor("kind", {"hinge", "slider"})
        .tooltip("Of hinge and slider, along the object's axes");
    joint.property("end", &Joint::end)
        .onlyFor("kind", {"distance"})
        .unit("m")
        .tooltip("Where a distance ends: from the other object's place along its axes, or without "
                 "another from this one's place at the start");
    joint.property("collide", &Joint::collide)
        .label("Collides")
        .tooltip("The two bodies run into each other");
    joint.property("breakForce", &Joint::breakForce)
        .range(0, MostForce)
        .unit("N")
        .tooltip("More than that tears it; 0: nothing does");
}

void describeMoves(TypeBuilder<Joint>& joint)
{
    joint.section("Hinge and slider");
    joint.property("limited", &Joint::limited)
        .label("Limits")
        .tooltip("Keeps it between the lowest and the highest; it stands at 0 at the start");
    joint.property("lowestAngle", &Joint::lowestAngle)
        .onlyFor("kind", {"hinge"})
        .range(-180, 180)
        .unit("deg");
    joint.property("highestAngle", &Joint::highestAngle)
        .onlyFor("kind", {"hinge"})
        .range(-180, 180)
        .unit("deg");
    joint.property("turnSpeed", &Joint::turnSpeed)
        .onlyFor("kind", {"hinge"})
        .range(-36000, 36000)
        .unit("deg/s")
        .tooltip("That a hinge's motor turns with, counter-clockwise about the axis");
    joint.property("torque", &Joint::torque)
        .onlyFor("kind", {"hinge"})
        .range(0, MostForce)
        .unit("Nm")
        .tooltip("That the motor has at most; 0: no motor. With a speed of 0 it brakes");
    joint.property("lowestWay", &Joint::lowestWay)
        .onlyFor("kind", {"slider"})
        .range(-MostMetres, MostMetres)
        .unit("m");
    joint.property("highestWay", &Joint::highestWay)
        .onlyFor("kind", {"slider"})
        .range(-MostMetres, MostMetres)
        .unit("m");
    joint.property("slideSpeed", &Joint::slideSpeed)
        .onlyFor("kind", {"slider"})
        .range(-500, 500)
        .unit("m/s")
        .tooltip("That a slider's motor moves with along the axis");
    joint.property("force", &Joint::force)
        .onlyFor("kind", {"slider"})
        .range(0, MostForce)
        .unit("N")
        .tooltip("That the motor has at most; 0: no motor. With a speed of 0 it brakes");
}
} // namespace

void describe(TypeBuilder<Joint>& joint)
{
    joint.type("joint", "Joint",
               "Ties the body at or above it to another one, or to the world, while playing");
    describeEnds(joint);
    describeMoves(joint);
    joint.section("Distance");
    joint.property("shortest", &Joint::shortest)
        .range(0, MostMetres)
        .unit("m")
        .tooltip("0: a rope. As long as the longest: a rod");
    joint.property("longest", &Joint::longest)
        .range(0, MostMetres)
        .unit("m")
        .tooltip("0: as long as at the start");
    joint.section("Spring");
    joint.property("stiffness", &Joint::stiffness)
        .range(0, MostForce)
        .tooltip("How hard it pulls back to 0, or a distance to its length: newtons a metre, of a "
                 "hinge newton metres a radian; 0: no spring");
    joint.property("damping", &Joint::damping)
        .range(0, MostForce)
        .tooltip("How much the spring slows: newtons for a metre a second, of a hinge newton "
                 "metres for a radian a second");
}

Transform jointFrame(const Joint& joint, const Transform& place)
{
    const double length = glm::length(joint.axis);
    const bool hasAxis = std::isfinite(length) && length > 1e-9;
    const auto axis = hasAxis ? joint.axis / length : Vec3d{0, 1, 0};
    return {place.apply(joint.anchor), glm::normalize(place.rotation * turnTo(axis)), Vec3d{1}};
}

JointBodies jointBodies(const World& world, EntityId entity, const Joint& joint)
{
    return {bodyOwner(world, entity), joint.other ? bodyOwner(world, joint.other) : EntityId{}};
}

bool joinsBodies(const World& world, const JointBodies& bodies)
{
    const auto isMoved = [&](EntityId body) {
        return body && isDynamicBody(world, body);
    };
    return bodies.own != bodies.other && (isMoved(bodies.own) || isMoved(bodies.other));
}
} // namespace engine
