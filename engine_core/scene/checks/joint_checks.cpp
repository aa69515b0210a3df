#include "engine_core/scene/checks/joint_checks.h"

#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/joint.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/world/hierarchy.h"

#include <fmt/format.h>

namespace engine
{
namespace
{
struct Finding
{
    Severity severity = Severity::Error;
    const char* problem = nullptr;
    const char* remedy = nullptr;
};

/// By whatever there is in a game.
bool isMovedAtAll(const World& world, EntityId entity)
{
    for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
        if (world.get<Body>(entity) != nullptr || world.get<Mover>(entity) != nullptr ||
            world.get<Character>(entity) != nullptr || world.get<NavWalker>(entity) != nullptr ||
            world.get<Script>(entity) != nullptr)
            return true;
        const auto* node = world.get<Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
    return false;
}

bool isWrongWayRound(const Joint& joint)
{
    return joint.limited &&
           ((joint.kind == JointKind::Hinge && joint.lowestAngle > joint.highestAngle) ||
            (joint.kind == JointKind::Slider && joint.lowestWay > joint.highestWay));
}

/// The first thing that is wrong.
Finding findingOf(const World& world, EntityId entity, const Joint& joint)
{
    if (joint.other && !world.exists(joint.other))
        return {Severity::Error, "is a joint with an object that is no longer there.",
                "Choose another one as its other end, or none for the world."};
    const auto bodies = jointBodies(world, entity, joint);
    if (joint.other == entity || (bodies.own && bodies.own == bodies.other))
        return {Severity::Error, "is a joint of a body with itself.",
                "Choose an object of another body as its other end, or none for the world."};
    const auto canBecomeDynamic = [&](EntityId body) { // by a script
        const auto* found = body ? world.get<Body>(body) : nullptr;
        return found != nullptr && found->kind == BodyKind::Kinematic;
    };
    const bool mayBeLetGo = canBecomeDynamic(bodies.own) || canBecomeDynamic(bodies.other);
    if (!joinsBodies(world, bodies))
        return {mayBeLetGo ? Severity::Info : Severity::Error,
                "is a joint that ties nothing that weight moves.",
                "Put it on a dynamic Body or below one, or choose such a one as its other end."};
    const bool needsAxis = joint.kind == JointKind::Hinge || joint.kind == JointKind::Slider;
    if (needsAxis && !(glm::length(joint.axis) > 1e-9))
        return {Severity::Error, "is a joint without an axis: all of its numbers are 0.",
                "Give it a direction, such as 0 1 0 for upwards."};
    if (isWrongWayRound(joint))
        return {Severity::Warning, "is a joint whose lowest limit is above the highest.",
                "Exchange the two."};
    if (joint.other && !bodies.other && !isMovedAtAll(world, joint.other))
        return {Severity::Info, "is a joint with an object without a Body, which stands still.",
                "Give that one a Body if it shall be pulled, too."};
    return {};
}
} // namespace

void checkJoints(const LevelCheckContext& context, std::vector<Issue>& issues)
{
    const auto& world = context.world;
    world.forEach<Joint>([&](EntityId entity, const Joint& joint) {
        const auto found = findingOf(world, entity, joint);
        if (found.problem == nullptr)
            return;
        Issue issue{found.severity,
                    "joint",
                    entity,
                    "",
                    fmt::format("{} {}", titleOf(world, entity), found.problem),
                    found.remedy};
        if (joint.other && world.exists(joint.other))
            issue.others.push_back(joint.other);
        issues.push_back(std::move(issue));
    });
}
} // namespace engine
