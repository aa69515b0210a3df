#include "engine_core/scene/checks/level_checks.h"

#include "engine_core/base/jobs.h"
#include "engine_core/scene/checks/body_checks.h"
#include "engine_core/scene/checks/brush_checks.h"
#include "engine_core/scene/checks/joint_checks.h"
#include "engine_core/scene/checks/light_checks.h"
#include "engine_core/scene/checks/movement_checks.h"
#include "engine_core/scene/checks/object_checks.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "engine_core/scene/spatial/surface_table.h"

#include <fmt/format.h>

namespace engine
{
LevelCheckContext::LevelCheckContext(const World& level, JobControl* jobControl)
    : world{level}, control{jobControl}
{
    std::vector<BoundsTree::Item> items;
    world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent& component) {
        const auto brush = component.brush ? brushInWorld(world, entity) : nullptr;
        if (!brush) {
            if (component.brush)
                unplaced.push_back(entity);
            return;
        }
        items.emplace_back(EntityId{solids.size()}, brush->bounds());
        solids.push_back({entity, brush});
        isWall.push_back(traitsOf(*brush, world.surfaces()).seals);
        if (isWall.back())
            walls.push_back({entity, brush});
    });
    std::vector<BoundsTree::Leaf> leaves;
    tree.build(items, leaves);
}

bool LevelCheckContext::isCancelled() const
{
    return control != nullptr && control->isCancelled();
}

const std::vector<LevelCheck>& levelChecks()
{
    static const std::vector<LevelCheck> all{
        {"leak", "Leaks and unreachable objects", true, checkLeaks},
        {"light-in-solid", "Lights in solids", true, checkLightsInSolids},
        {"wasted-light", "Lights that light nothing", true, checkWastedLights},
        {"duplicate", "Duplicate objects", true, checkDuplicates},
        {"tiny-brush", "Microscopic brushes", true, checkTinyBrushes},
        {"overlapping-faces", "Overlapping faces", true, checkOverlappingFaces},
        {"walker-stands", "Walkers with a body that stands", true, checkWalkerBodies},
        {"body", "Bodies that cannot work", true, checkBodies},
        {"ladder-water", "Ladders and water that cannot work", true, checkMovement},
        {"joint", "Joints that cannot work", true, checkJoints},
        {"agent-name", "Agents whose name is taken", true, checkAgentNames},
        {"plant-kind", "Kinds of plants without plants of their own", true, checkPlantKinds},
        {"empty-group", "Empty groups", true, checkEmptyGroups},
        {"off-grid", "Corners off the grid", false, checkOffGrid},
    };
    return all;
}

std::vector<Issue> checkLevel(const World& world, JobControl* control)
{
    const LevelCheckContext context{world, control};
    std::vector<Issue> issues;
    for (std::size_t i = 0; i < levelChecks().size() && !context.isCancelled(); ++i) {
        const auto& check = levelChecks()[i];
        const auto before = issues.size();
        check.run(context, issues);
        if (const auto found = issues.size() - before; found > MaxIssuesPerRule) {
            const auto severity = issues[before].severity;
            issues.resize(before + MaxIssuesPerRule);
            issues.push_back({severity, check.rule, SceneEntity, "",
                              fmt::format("{} more of: {}.", found - MaxIssuesPerRule, check.title),
                              "Deal with the first ones, then the others are listed."});
        }
        if (control != nullptr)
            control->setProgress(static_cast<double>(i + 1) /
                                 static_cast<double>(levelChecks().size()));
    }
    return issues;
}

std::string titleOf(const World& world, EntityId entity)
{
    const auto* node = world.get<Node>(entity);
    if (node != nullptr && !node->name.empty())
        return fmt::format("'{}'", node->name);
    return fmt::format("The object {}", entity.value);
}
} // namespace engine
