#include "engine_core/scene/checks/movement_checks.h"

#include "engine_core/scene/components/movement.h"
#include "engine_core/scene/components/transform_component.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
/// Thinner than this nobody is in it. Metres.
constexpr double ThinnestBox = 0.01;

bool isFlat(const Vec3d& size, const Transform& place)
{
    const Vec3d inWorld = glm::abs(size * place.scale);
    return !(std::min({inWorld.x, inWorld.y, inWorld.z}) >= ThinnestBox);
}

bool liesOnItsBack(const Transform& place)
{
    const Vec3d ahead = place.rotation * Vec3d{0, 0, -1};
    return !(std::hypot(ahead.x, ahead.z) > 0.1);
}
} // namespace

void checkMovement(const LevelCheckContext& context, std::vector<Issue>& issues)
{
    const auto& world = context.world;
    const auto add = [&](EntityId entity, const char* what, const char* fix) {
        issues.push_back({Severity::Warning, "ladder-water", entity, "",
                          fmt::format("{} {}", titleOf(world, entity), what), fix});
    };
    world.forEach<Ladder>([&](EntityId entity, const Ladder& ladder) {
        const auto place = worldTransform(world, entity);
        if (isFlat(ladder.size, place))
            add(entity, "has no room in it, so nobody can climb it.", "Give it a size.");
        else if (liesOnItsBack(place))
            add(entity, "lies on its back, so nobody can climb it.", "Turn it upright.");
    });
    world.forEach<Water>([&](EntityId entity, const Water& water) {
        if (isFlat(water.size, worldTransform(world, entity)))
            add(entity, "has no room in it, so nobody can swim in it.", "Give it a size.");
    });
}
} // namespace engine
