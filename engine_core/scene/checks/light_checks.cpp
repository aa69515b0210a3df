#include "engine_core/scene/checks/light_checks.h"

#include "engine_core/scene/checks/object_checks.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/patches/curved_patch.h"

#include <algorithm>

namespace engine
{
namespace
{
/// Whether something in its range could show its light. What moves or comes by in a game cannot be
/// known, so lights that are not baked always count as useful, as do all where nothing is built
/// yet.
bool mayReachSomething(const LevelCheckContext& context, EntityId entity, const Light& light)
{
    const bool hasOthers = context.world.count<MeshInstance>() > 0 ||
                           context.world.count<CurvedPatch>() > 0 || context.solids.empty();
    if (isSun(light) || !isBaked(light) || hasOthers)
        return true;
    const auto place = worldTransform(context.world, entity).position;
    const auto range = static_cast<double>(light.range);
    bool found = false;
    context.tree.overlapping(Aabb{place, place}.grown(range), [&](EntityId id) {
        const auto& brush = *context.solids[id.value].brush;
        found = found ||
                (brush.bounds().distanceTo(place) < range &&
                 std::any_of(brush.faces().begin(), brush.faces().end(), [&](const auto& face) {
                     const double above = face.plane.above(place);
                     return above > 0 && above < range;
                 }));
    });
    return found;
}
} // namespace

void checkWastedLights(const LevelCheckContext& context, std::vector<Issue>& issues)
{
    context.world.forEach<Light>([&](EntityId entity, const Light& light) {
        const bool isDark = !(std::max({light.color.r, light.color.g, light.color.b}) > 0);
        const char* zero = isDark                   ? "color"
                           : !(light.dimmer > 0)    ? "dimmer"
                           : !(light.intensity > 0) ? "intensity"
                                                    : nullptr;
        // Scripts light up what has a group, and what wires are told to switch.
        if (zero != nullptr && light.group.empty())
            issues.push_back({Severity::Info, "wasted-light", entity, zero,
                              fmt::format("{} gives no light: its {} is 0.",
                                          titleOf(context.world, entity), zero),
                              "Delete it, unless a script lights it."});
        else if (zero == nullptr && !mayReachSomething(context, entity, light))
            issues.push_back(
                {Severity::Warning, "wasted-light", entity, "",
                 fmt::format("{} reaches nothing: no face is within its range of {} m.",
                             titleOf(context.world, entity), light.range),
                 "Delete it, move it or give it more range."});
    });
}
} // namespace engine
