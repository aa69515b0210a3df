#include "engine_core/scene/checks/object_checks.h"

#include "engine_core/scene/checks/agent_names.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/joint.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/navigation.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/light/scene_light.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/spatial/surface_table.h"
#include "engine_core/scene/spatial/void_flood.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_set>

namespace engine
{
namespace
{
/// Deeper inside a solid than this a thing cannot be seen or heard. Metres.
constexpr double InsideDepth = 0.01;
/// The player's middle above the player start's place, so that a start on the floor is in the air.
constexpr double BodyHeight = 0.85;
/// Closer than this things are in the same place. Metres.
constexpr double SamePlace = 1e-4;
/// What water has to come near for a thing to be within reach. Metres.
constexpr double Reach = 0.05;
/// The flood's smallest cells, metres: the coarse run finds big holes at once and is cheap on big
/// levels, the fine one finds the rest.
constexpr std::array<double, 2> CellSizes{1.0 / 8, 1.0 / 32};

std::string textOf(const Vec3d& at)
{
    return fmt::format("{:.2f}, {:.2f}, {:.2f}", at.x, at.y, at.z);
}

/// Whether nothing is above the place: such a level is meant to be open.
bool isUnderTheSky(const LevelCheckContext& context, const Vec3d& at)
{
    bool isCovered = false;
    const Ray up{at, {0, 1, 0}};
    context.tree.alongRay(up, 1e6, [&](EntityId id, double) {
        isCovered = isCovered || (context.isWall[id.value] &&
                                  intersect(up, *context.solids[id.value].brush).has_value());
        return isCovered ? 0.0 : 1e6;
    });
    return !isCovered;
}

Issue leakIssue(const LevelCheckContext& context, EntityId start, const VoidFlood& flood)
{
    const auto hole = flood.narrowestPlace();
    const auto place = textOf(hole);
    auto way = flood.wayOut();
    const auto* settings = context.world.get<SceneSettings>(SceneEntity);
    const bool hasOwnSky = settings != nullptr && hasSky(*settings);
    if (hasOwnSky || isUnderTheSky(context, way.front()))
        return {Severity::Info,
                "leak",
                start,
                place,
                hasOwnSky ? "The level is open to its sky."
                          : "The level is open to the void (nothing is above the player start).",
                "Nothing, if it is meant to be open; else close it.",
                {},
                std::move(way)};
    return {Severity::Warning,
            "leak",
            start,
            place,
            fmt::format("The level leaks: a way leads from {} into the void, most likely through "
                        "a hole at {}.",
                        titleOf(context.world, start), place),
            "Close the hole; the line in the views shows the way.",
            {},
            std::move(way),
            hole};
}

/// Things with a place but no body that somebody should see, hear or meet.
bool wantsToBeReached(const World& world, EntityId entity)
{
    return world.get<Light>(entity) != nullptr || world.get<MeshInstance>(entity) != nullptr ||
           world.get<PlayerStart>(entity) != nullptr ||
           (world.get<AudioSource>(entity) != nullptr && world.get<AudioSource>(entity)->range > 0);
}

void addUnreachable(const LevelCheckContext& context,
                    const VoidFlood& flood,
                    std::vector<Issue>& issues)
{
    const auto add = [&](EntityId entity, const Vec3d& at) {
        issues.push_back({Severity::Warning, "unreachable", entity, textOf(at),
                          fmt::format("{} lies outside of the rooms that the player can be in.",
                                      titleOf(context.world, entity)),
                          "Move it in, or delete it."});
    };
    for (const auto& [entity, brush] : context.solids)
        if (!flood.touches(brush->bounds(), Reach))
            add(entity, brush->bounds().center());
    for (const auto entity : context.world.entities()) {
        if (!wantsToBeReached(context.world, entity))
            continue;
        const auto at = worldTransform(context.world, entity).position;
        if (!flood.touches({at, at}, Reach) && !solidAt(context, at))
            add(entity, at);
    }
}

/// Doors open: what is behind them counts as within reach.
void checkReach(const LevelCheckContext& context,
                const Vec3d& start,
                const VoidFlood& closed,
                std::vector<Issue>& issues)
{
    std::vector<SolidBrush> standing;
    const auto& walls = context.walls;
    std::copy_if(walls.begin(), walls.end(), std::back_inserter(standing),
                 [&](const SolidBrush& solid) { return !isMoving(context.world, solid.entity); });
    if (standing.size() == walls.size()) {
        addUnreachable(context, closed, issues);
        return;
    }
    VoidFlood open{standing, CellSizes.back()};
    if (open.fillFrom(start, VoidFlood::DefaultMaxCells, context.control) ==
        VoidFlood::Outcome::Sealed)
        addUnreachable(context, open, issues);
}

std::string placeKey(const Vec3d& at)
{
    const auto steps = glm::round(at / SamePlace);
    return fmt::format("{:.0f} {:.0f} {:.0f}", steps.x, steps.y, steps.z);
}

std::string lightKind(const Light& light)
{
    const auto& color = light.color;
    return fmt::format("light {} {} {} {} {} {} {} {} {} {} {} '{}' {} {} '{}' '{}' ",
                       static_cast<int>(light.kind), light.intensity, light.range, color.r, color.g,
                       color.b, light.on, light.dimmer, light.baked, static_cast<int>(light.style),
                       light.styleSpeed, light.pattern, light.cone, light.innerCone,
                       light.profile.path, light.group);
}

/// What tells things of one kind in one place from others: parts that count, and the place.
std::string kindAndPlace(const World& world, EntityId entity)
{
    std::string kind;
    if (const auto* light = world.get<Light>(entity))
        kind += lightKind(*light);
    if (world.get<PlayerStart>(entity) != nullptr)
        kind += "start ";
    if (const auto* mesh = world.get<MeshInstance>(entity))
        kind += "mesh " + mesh->mesh.path + " ";
    if (const auto* sound = world.get<AudioSource>(entity))
        kind += "sound " + sound->sound.path + " ";
    if (kind.empty())
        return kind;
    return kind + placeKey(worldTransform(world, entity).position);
}

Issue duplicateIssue(const LevelCheckContext& context, EntityId first, EntityId second)
{
    return {Severity::Warning,
            "duplicate",
            second,
            "",
            fmt::format("{} lies in the same place as {} and is the same.",
                        titleOf(context.world, second), titleOf(context.world, first)),
            "Delete it.",
            {first}};
}

bool sameShape(const Brush& a, const Brush& b)
{
    if (a.vertices().size() != b.vertices().size() || a.faceCount() != b.faceCount())
        return false;
    return std::all_of(a.vertices().begin(), a.vertices().end(), [&](const Vec3d& vertex) {
        return std::any_of(b.vertices().begin(), b.vertices().end(), [&](const Vec3d& other) {
            return glm::distance(vertex, other) < SamePlace;
        });
    });
}

void addDuplicateBrushes(const LevelCheckContext& context, std::vector<Issue>& issues)
{
    std::unordered_map<std::string, std::vector<std::size_t>> byMiddle;
    for (std::size_t i = 0; i < context.solids.size(); ++i)
        byMiddle[placeKey(context.solids[i].brush->bounds().center())].push_back(i);
    for (std::size_t i = 0; i < context.solids.size(); ++i) {
        const auto& [entity, brush] = context.solids[i];
        for (const auto other : byMiddle[placeKey(brush->bounds().center())]) {
            if (other >= i)
                break;
            if (!sameShape(*context.solids[other].brush, *brush))
                continue;
            issues.push_back(duplicateIssue(context, context.solids[other].entity, entity));
            break;
        }
    }
}
} // namespace

std::optional<std::size_t> solidAt(const LevelCheckContext& context, const Vec3d& at)
{
    std::optional<std::size_t> found;
    context.tree.overlapping({at, at}, [&](EntityId id) {
        if (context.isWall[id.value] && context.solids[id.value].brush->contains(at, -InsideDepth))
            found = std::min(found.value_or(id.value), id.value);
    });
    return found;
}

void checkLeaks(const LevelCheckContext& context, std::vector<Issue>& issues)
{
    EntityId start;
    context.world.forEach<PlayerStart>(
        [&](EntityId entity, const PlayerStart&) { start = start ? start : entity; });
    if (!start || context.walls.empty())
        return;
    const auto at = worldTransform(context.world, start).position + Vec3d{0, BodyHeight, 0};
    for (const double cell : CellSizes) {
        VoidFlood flood{context.walls, cell};
        switch (flood.fillFrom(at, VoidFlood::DefaultMaxCells, context.control)) {
        case VoidFlood::Outcome::Leaks:
            issues.push_back(leakIssue(context, start, flood));
            return;
        case VoidFlood::Outcome::InSolid:
            issues.push_back({Severity::Error, "leak", start, textOf(at),
                              fmt::format("{} is inside a solid: nobody could move there.",
                                          titleOf(context.world, start)),
                              "Move it into a room."});
            return;
        case VoidFlood::Outcome::Outside:
            issues.push_back(
                {Severity::Info, "leak", start, textOf(at),
                 fmt::format("{} is outside of the level.", titleOf(context.world, start)),
                 "Move it into a room, if there is one."});
            return;
        case VoidFlood::Outcome::Sealed:
            if (cell == CellSizes.back())
                checkReach(context, at, flood, issues);
            break;
        case VoidFlood::Outcome::TooBig:
        case VoidFlood::Outcome::Cancelled:
            return;
        }
    }
}

void checkLightsInSolids(const LevelCheckContext& context, std::vector<Issue>& issues)
{
    context.world.forEach<Light>([&](EntityId entity, const Light& light) {
        if (isSun(light))
            return; // it stands for a direction
        const auto solid = solidAt(context, worldTransform(context.world, entity).position);
        if (!solid)
            return;
        const auto brush = context.solids[*solid].entity;
        issues.push_back(
            {Severity::Warning,
             "light-in-solid",
             entity,
             "",
             fmt::format("{} is inside the solid {} and lights nothing.",
                         titleOf(context.world, entity), titleOf(context.world, brush)),
             "Move it out.",
             {brush}});
    });
}

void checkDuplicates(const LevelCheckContext& context, std::vector<Issue>& issues)
{
    addDuplicateBrushes(context, issues);
    std::unordered_map<std::string, EntityId> firstOf;
    for (const auto entity : context.world.entities()) {
        const auto key = kindAndPlace(context.world, entity);
        if (key.empty())
            continue;
        if (const auto [first, isNew] = firstOf.try_emplace(key, entity); !isNew)
            issues.push_back(duplicateIssue(context, first->second, entity));
    }
}

void checkWalkerBodies(const LevelCheckContext& context, std::vector<Issue>& issues)
{
    const auto& world = context.world;
    world.forEach<NavWalker>([&](EntityId walker, const NavWalker&) {
        const auto stands = [&](EntityId entity) {
            const bool isSolid =
                solidBrushOf(world, entity) != nullptr || meshCollides(world, entity);
            return isSolid && !isMoving(world, entity);
        };
        const auto body = subtree(world, walker);
        if (std::any_of(body.begin(), body.end(), stands))
            issues.push_back({Severity::Warning, "walker-stands", walker, "",
                              fmt::format("{} walks, but its body stands still for others.",
                                          titleOf(world, walker)),
                              "Give it a Mover."});
    });
}

void checkAgentNames(const LevelCheckContext& context, std::vector<Issue>& issues)
{
    const auto& world = context.world;
    std::map<std::string, EntityId> named;
    std::map<std::string, EntityId> inFiles;
    world.forEach<NavAgent>([&](EntityId entity, const NavAgent&) {
        const auto name = agentNameOf(world, entity);
        const auto [sameName, isNew] = named.emplace(name, entity);
        const auto [sameFile, isFree] = inFiles.emplace(agentFileName(name), entity);
        if (!isNew)
            issues.push_back(
                {Severity::Warning,
                 "agent-name",
                 entity,
                 "",
                 fmt::format("Another agent is called '{}', too, so this one is never chosen.",
                             name),
                 "Give it a name of its own.",
                 {sameName->second}});
        else if (!isFree)
            issues.push_back(
                {Severity::Warning,
                 "agent-name",
                 entity,
                 "",
                 fmt::format("The navigation meshes of the agents '{}' and '{}' share a file.",
                             agentNameOf(world, sameFile->second), name),
                 "Rename one of them.",
                 {sameFile->second}});
    });
}

void checkPlantKinds(const LevelCheckContext& context, std::vector<Issue>& issues)
{
    const auto& world = context.world;
    for (const auto layer : foliageLayers(world)) {
        std::map<std::int64_t, EntityId> used;
        for (const auto& [kind, type] : foliageTypes(world, layer))
            used.emplace(type.slot, kind);
        for (const auto child : world.children(layer)) {
            const auto* type = world.get<FoliageType>(child);
            if (type == nullptr || used.at(type->slot) == child)
                continue;
            const auto shown = used.at(type->slot);
            issues.push_back({Severity::Warning,
                              "plant-kind",
                              child,
                              "",
                              fmt::format("{} has the plants of {}, so it is never planted.",
                                          titleOf(world, child), titleOf(world, shown)),
                              "Separate makes it a kind of its own, without plants.",
                              {shown}});
        }
    }
}

void checkEmptyGroups(const LevelCheckContext& context, std::vector<Issue>& issues)
{
    const auto& world = context.world;
    const auto types = world.types();
    std::unordered_set<EntityId> hooks; // something hangs from them
    world.forEach<Joint>([&](EntityId, const Joint& joint) { hooks.insert(joint.other); });
    for (const auto entity : world.entities()) {
        if (entity == SceneEntity || !world.children(entity).empty() || hooks.contains(entity))
            continue;
        const bool isBare = std::all_of(types.begin(), types.end(), [&](TypeId type) {
            return type == typeIdOf<Node>() || type == typeIdOf<TransformComponent>() ||
                   world.value(entity, type) == nullptr;
        });
        if (isBare)
            issues.push_back(
                {Severity::Info, "empty-group", entity, "",
                 fmt::format("{} is a group with nothing in it.", titleOf(world, entity)),
                 "Delete it, unless a script finds it by its name or among what is below a "
                 "group."});
    }
}
} // namespace engine
