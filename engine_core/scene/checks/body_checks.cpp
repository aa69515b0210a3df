#include "engine_core/scene/checks/body_checks.h"

#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/spatial/surface_table.h"

#include <algorithm>

namespace engine
{
namespace
{
bool hasSolid(const World& world, EntityId body)
{
    const auto parts = subtree(world, body);
    return std::any_of(parts.begin(), parts.end(), [&](EntityId part) {
        return solidBrushOf(world, part) != nullptr || meshCollides(world, part);
    });
}
} // namespace

void checkBodies(const LevelCheckContext& context, std::vector<Issue>& issues)
{
    const auto& world = context.world;
    world.forEach<Body>([&](EntityId entity, const Body& body) {
        const auto add = [&](Severity severity, const char* problem, const char* remedy) {
            issues.push_back({severity, "body", entity, "",
                              fmt::format("{} {}", titleOf(world, entity), problem), remedy});
        };
        if (bodyOwner(world, entity) != entity) {
            add(Severity::Warning, "is a part of the body above it, so its own Body does nothing.",
                "Take its Body away, or move it out of the other one.");
            return;
        }
        const bool isDynamic = body.kind == BodyKind::Dynamic;
        if (isDynamic && !(body.mass > 0) && !(body.density > 0))
            add(Severity::Error, "weighs nothing: it has neither mass nor density.",
                "Give it a mass in kg, or a density.");
        if (!hasSolid(world, entity))
            add(Severity::Warning, "is a body with nothing to collide with.",
                "Put a brush below it, or a model that collides.");
        const bool isMovedOtherwise = world.get<Mover>(entity) != nullptr ||
                                      world.get<Character>(entity) != nullptr ||
                                      world.get<NavWalker>(entity) != nullptr;
        if (isDynamic && isMovedOtherwise)
            add(Severity::Warning, "is moved by its weight and by its feet or its script at once.",
                "Make the body kinematic, or take away Mover, Character and Walker.");
    });
}
} // namespace engine
