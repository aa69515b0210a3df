#include "editor/operations/entity/issue_fixes.h"

#include "editor/operations/brush/brush_operations.h"
#include "editor/operations/brush/material_operations.h"
#include "editor/operations/brush/patch_operations.h"
#include "editor/operations/brush/texture_operations.h"
#include "editor/operations/brush/transform_operations.h"
#include "editor/operations/brush/vertex_operations.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/operations/foliage/foliage_kinds.h"
#include "editor/operations/material/material_values.h"
#include "editor/operations/navigation/navigation_operations.h"
#include "engine_core/scene/checks/brush_checks.h"
#include "engine_core/scene/checks/object_checks.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace editor
{
using namespace engine;

namespace
{
/// How far from the wall a light goes that was inside of it. Metres.
constexpr double LightClearance = 0.1;
/// Walls that a light may be moved out of one after the other.
constexpr int MaxWalls = 8;
/// Sides of a wall are equally near if they differ by no more. Metres.
constexpr double SameDistance = 1e-6;
/// Of the search for the rooms that the player can be in: coarse and with an end, since the window
/// waits for it. What is larger or not told apart counts by distance alone.
constexpr double FloodCell = 1.0 / 4;
constexpr std::size_t MostFloodCells = 50000;
/// Of the player above the start. Metres.
constexpr double PlayerMiddle = 0.85;

Result<void> deleteObject(Transaction& transaction, const Issue& issue, AssetDatabase&)
{
    const std::array entities{issue.entity};
    removeObjects(transaction, entities);
    return {};
}

Result<void> snapCorners(Transaction& transaction, const Issue& issue, AssetDatabase&)
{
    const std::array brushes{issue.entity};
    return snapToGrid(transaction, brushes, {}, FinestGrid);
}

/// How far one has to go that way until one is out of every solid; nullopt if there are too many.
std::optional<double> wayOut(const LevelCheckContext& level, const Vec3d& from, const Vec3d& way)
{
    double distance = 0;
    for (int wall = 0; wall < MaxWalls; ++wall) {
        const auto at = from + way * distance;
        const auto solid = solidAt(level, at);
        if (!solid)
            return distance;
        double exit = std::numeric_limits<double>::infinity();
        for (const auto& face : level.solids[*solid].brush->faces())
            if (const double along = glm::dot(face.plane.normal, way); along > 0)
                exit = std::min(exit, -face.plane.above(at) / along);
        distance += exit + LightClearance;
    }
    return std::nullopt;
}

/// Where a player is, as the search for leaks has it; nullopt if there is no start.
std::optional<Vec3d> playerPlace(const World& world)
{
    std::optional<Vec3d> place;
    world.forEach<PlayerStart>([&](EntityId entity, const PlayerStart&) {
        if (!place)
            place = worldTransform(world, entity).position + Vec3d{0, PlayerMiddle, 0};
    });
    return place;
}

/// Where the light is most likely meant to be near to: the player, else the nearest other light.
std::optional<Vec3d> companion(const World& world, EntityId light, const Vec3d& from)
{
    if (const auto player = playerPlace(world))
        return player;
    std::optional<Vec3d> nearest;
    world.forEach<Light>([&](EntityId entity, const Light&) {
        const auto at = worldTransform(world, entity).position;
        if (entity != light &&
            (!nearest || glm::distance(at, from) < glm::distance(*nearest, from)))
            nearest = at;
    });
    return nearest;
}

/// A free place for a light that is in a solid.
struct PlaceOutside
{
    double distance; ///< that the light moves; metres
    Vec3d offset;
};

/// What to prefer: the rooms that the player can be in, then what is near to the light, then what
/// is near to where it belongs.
PlaceOutside best(std::vector<PlaceOutside> places,
                  const LevelCheckContext& level,
                  EntityId light,
                  const Vec3d& from)
{
    std::vector<SolidBrush> standing; // what is behind a door counts as within reach
    std::copy_if(level.solids.begin(), level.solids.end(), std::back_inserter(standing),
                 [&](const SolidBrush& solid) { return !isMoving(level.world, solid.entity); });
    VoidFlood rooms{standing, FloodCell};
    if (const auto player = playerPlace(level.world);
        player && rooms.fillFrom(*player, MostFloodCells) == VoidFlood::Outcome::Sealed) {
        const auto isOutside = [&](const PlaceOutside& place) {
            const auto at = from + place.offset;
            return !rooms.touches({at, at}, LightClearance / 2);
        };
        if (!std::all_of(places.begin(), places.end(), isOutside))
            std::erase_if(places, isOutside);
    }
    const auto near = companion(level.world, light, from);
    const auto farFrom = [&](const PlaceOutside& place) {
        return near ? glm::distance(from + place.offset, *near) : 0.0;
    };
    return *std::min_element(places.begin(), places.end(), [&](const auto& a, const auto& b) {
        return std::abs(a.distance - b.distance) > SameDistance ? a.distance < b.distance
                                                                : farFrom(a) < farFrom(b);
    });
}

Result<void> moveOut(Transaction& transaction, const Issue& issue, AssetDatabase&)
{
    const LevelCheckContext level{transaction.world(), nullptr};
    const auto from = worldTransform(transaction.world(), issue.entity).position;
    std::vector<PlaceOutside> places;
    if (const auto solid = solidAt(level, from))
        for (const auto& face : level.solids[*solid].brush->faces())
            if (const auto distance = wayOut(level, from, face.plane.normal))
                places.push_back({*distance, face.plane.normal * *distance});
    if (places.empty())
        return Error{"There is no free place near the light"};
    const std::array entities{issue.entity};
    return translate(transaction, entities,
                     best(std::move(places), level, issue.entity, from).offset);
}

Result<void> useDefaultMaterial(Transaction& transaction, const Issue& issue, AssetDatabase& assets)
{
    const auto missing = materialOf(transaction.world(), issue);
    if (!missing || assets.fileOf(AssetKind::Material, missing->text()))
        return Error{"The material is not missing any more"};
    return replaceMaterial(transaction, *missing, {});
    return {};
}

Result<void> useAsNormals(Transaction& transaction, const Issue& issue, AssetDatabase& assets)
{
    const auto material = materialOf(transaction.world(), issue);
    if (!material)
        return Error{"The face has another material by now"};
    return useColorAsNormals(transaction, assets.project(), material->text());
}

Result<void> renameAgent(Transaction& transaction, const Issue& issue, AssetDatabase&)
{
    renameNavAgent(transaction, issue.entity);
    return {};
}

Result<void> addLinkOver(Transaction& transaction, const Issue& issue, AssetDatabase&)
{
    const auto& from = issue.path.front();
    return applyNavMend(transaction, mendByLink(from, issue.path.back() - from), {});
}

Result<void> separateKind(Transaction& transaction, const Issue& issue, AssetDatabase&)
{
    const auto& world = transaction.world();
    auto type = *world.get<FoliageType>(issue.entity);
    const auto slot = freeFoliageSlot(world, world.get<Node>(issue.entity)->parent);
    if (!slot)
        return Error{"A foliage holds up to 256 kinds of plants; make another one"};
    type.slot = *slot;
    transaction.set(issue.entity, std::move(type));
    return {};
}
} // namespace

std::optional<engine::Name> materialOf(const engine::World& world, const Issue& issue)
{
    constexpr std::string_view Face = "face ";
    constexpr std::array<std::string_view, 6> Rules{"missing-material", "missing-picture",
                                                    "broken-picture",   "big-picture",
                                                    "normals-as-color", "color-as-normals"};
    if (std::find(Rules.begin(), Rules.end(), issue.rule) == Rules.end())
        return std::nullopt;
    if (const auto* patch = world.get<engine::CurvedPatch>(issue.entity))
        return engine::Name{patch->material.path};
    const auto* brush = world.get<engine::BrushComponent>(issue.entity);
    if (brush == nullptr || !brush->brush || !issue.place.starts_with(Face))
        return std::nullopt;
    const auto face = std::strtoull(issue.place.c_str() + Face.size(), nullptr, 10);
    if (face >= brush->brush->faceCount())
        return std::nullopt;
    return brush->brush->faces()[face].material;
}

const IssueFix* fixFor(const Issue& issue)
{
    static const std::vector<IssueFix> all{
        {"light-in-solid", "Move out", moveOut},
        {"wasted-light", "Delete", deleteObject},
        {"duplicate", "Delete", deleteObject},
        {"tiny-brush", "Delete", deleteObject},
        {"unreachable", "Delete", deleteObject},
        {"agent-name", "Rename", renameAgent},
        {"plant-kind", "Separate", separateKind},
        {"empty-group", "Delete", deleteObject},
        {"many-player-starts", "Delete", deleteObject},
        {"off-grid", "Snap to the grid", snapCorners},
        {"missing-material", "Use the default material", useDefaultMaterial},
        {"normals-as-color", "Use as normal map", useAsNormals},
        {"start-cut-off", "Add link", addLinkOver},
    };
    if (issue.rule == "start-cut-off" && issue.path.size() != 2)
        return nullptr; // no link would do
    if (issue.entity.isNull() || issue.entity == SceneEntity)
        return nullptr;
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const IssueFix& fix) { return fix.rule == issue.rule; });
    return found == all.end() ? nullptr : &*found;
}
} // namespace editor
