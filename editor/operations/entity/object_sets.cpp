#include "editor/operations/entity/object_sets.h"

#include "engine_core/play/play_session.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/movement.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/trigger.h"
#include "engine_core/scene/decals/decal.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/spatial/mesh_source.h"
#include "engine_core/scene/world/hierarchy.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace editor
{
namespace
{
bool hasAncestorIn(const engine::World& world, EntityId entity, const std::vector<EntityId>& all)
{
    for (int depth = 0; depth < engine::MaxHierarchyDepth; ++depth) {
        const auto* node = world.get<engine::Node>(entity);
        if (node == nullptr || !node->parent)
            return false;
        entity = node->parent;
        if (std::binary_search(all.begin(), all.end(), entity))
            return true;
    }
    return false;
}
} // namespace

std::vector<EntityId> topmost(const engine::World& world, std::span<const EntityId> entities)
{
    std::vector<EntityId> all{entities.begin(), entities.end()}; // ascending, of thousands mostly
    if (!std::is_sorted(all.begin(), all.end()))
        std::sort(all.begin(), all.end());
    const bool hasRepeats = std::adjacent_find(all.begin(), all.end()) != all.end();
    std::unordered_set<EntityId> taken;
    std::vector<EntityId> top;
    for (const auto entity : entities)
        if (entity != engine::SceneEntity && world.exists(entity) &&
            !hasAncestorIn(world, entity, all) && (!hasRepeats || taken.insert(entity).second))
            top.push_back(entity);
    return top;
}

std::vector<EntityId> withDescendants(const engine::World& world,
                                      std::span<const EntityId> entities)
{
    std::vector<EntityId> all;
    for (const auto top : topmost(world, entities)) {
        const auto below = engine::subtree(world, top);
        all.insert(all.end(), below.begin(), below.end());
    }
    return all;
}

bool isContainer(const engine::World& world, EntityId entity)
{
    // The children of null are the top level.
    return world.exists(entity) && !world.children(entity).empty() &&
           world.get<engine::BrushComponent>(entity) == nullptr;
}

std::vector<FaceRef> facesOf(const engine::World& world, std::span<const EntityId> entities)
{
    std::vector<FaceRef> faces;
    const auto add = [&](EntityId entity) {
        const auto* brush = world.get<engine::BrushComponent>(entity);
        const auto count = brush != nullptr && brush->brush ? brush->brush->faceCount() : 0;
        for (std::size_t i = 0; i < count; ++i)
            faces.push_back({entity, i});
    };
    for (const auto root : topmost(world, entities))
        if (world.children(root).empty())
            add(root);
        else
            for (const auto entity : engine::subtree(world, root))
                add(entity);
    return faces;
}

namespace
{
/// A container without a body: as big as what is in it.
bool holdsOnly(const engine::World& world, EntityId entity)
{
    return isContainer(world, entity) && !engine::showsMesh(world, entity) &&
           world.get<engine::Light>(entity) == nullptr;
}
} // namespace

engine::Aabb boundsOfAll(const engine::World& world, std::span<const EntityId> entities)
{
    engine::Aabb bounds;
    for (const auto root : topmost(world, entities))
        for (const auto entity : engine::subtree(world, root)) {
            if (holdsOnly(world, entity))
                continue;
            if (world.get<engine::Light>(entity) == nullptr)
                bounds.add(engine::boundsOf(world, entity));
            else
                bounds.add(engine::worldTransform(world, entity).position);
        }
    return bounds;
}

namespace
{
/// The size of what is a box without a body; none for everything else.
std::optional<engine::Vec3d> volumeOf(const engine::World& world, EntityId entity)
{
    if (const auto* trigger = world.get<engine::Trigger>(entity))
        return trigger->size;
    if (const auto* decal = world.get<engine::Decal>(entity))
        return decal->size;
    if (const auto* ladder = world.get<engine::Ladder>(entity))
        return ladder->size;
    if (const auto* water = world.get<engine::Water>(entity))
        return water->size;
    return std::nullopt;
}

/// Around what the light reaches, with the handles of its range and cones. Of a sun its place.
engine::Aabb reachOf(const engine::Light& light, const engine::Transform& place)
{
    const engine::Aabb middle{place.position, place.position};
    if (isSun(light))
        return middle;
    const auto range = static_cast<double>(light.range);
    if (light.kind != engine::LightKind::Spot)
        return middle.grown(range);
    const double half = engine::radians(static_cast<double>(light.cone)) / 2;
    const auto end = place.position + engine::lightDirection(place) * (range * std::cos(half));
    auto reach = engine::Aabb{end, end}.grown(range * std::sin(half));
    reach.add(place.position);
    reach.add(place.position + engine::lightDirection(place) * range);
    return reach;
}
} // namespace

engine::Aabb boundsToShow(const engine::World& world, std::span<const EntityId> entities)
{
    auto bounds = boundsOfAll(world, entities);
    for (const auto root : topmost(world, entities))
        for (const auto entity : engine::subtree(world, root)) {
            const auto place = engine::worldTransform(world, entity);
            if (world.get<engine::PlayerStart>(entity) != nullptr)
                bounds.add(place.position + engine::Vec3d{0, engine::playerHeight(world), 0});
            if (const auto size = volumeOf(world, entity))
                for (const auto& corner : engine::cornersOf(*size, place))
                    bounds.add(corner);
        }
    // Of several things, or of a room with its lamps, one wants to see these alone.
    const auto* light = entities.size() == 1 ? world.get<engine::Light>(entities[0]) : nullptr;
    if (light != nullptr)
        bounds.add(reachOf(*light, engine::worldTransform(world, entities[0])));
    return bounds;
}

engine::Aabb wholeBoundsOf(const engine::World& world, std::span<const EntityId> entities)
{
    if (const auto* models = world.meshes())
        for (const auto root : topmost(world, entities))
            for (const auto entity : engine::subtree(world, root))
                if (const auto* instance = world.get<engine::MeshInstance>(entity);
                    instance != nullptr && !instance->mesh.path.empty())
                    (void)models->mesh(instance->mesh.path); // from now on it is shown
    return boundsOfAll(world, entities);
}
} // namespace editor
