#include "engine_core/scene/spatial/static_geometry.h"

#include "engine_core/geometry/brush_transform.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/patches/curved_patch.h"
#include "engine_core/scene/spatial/mesh_source.h"

#include <algorithm>

namespace engine
{
std::vector<StaticBrush> staticBrushes(const World& world)
{
    std::vector<StaticBrush> all;
    all.reserve(world.count<BrushComponent>());
    world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent& component) {
        if (component.brush && !isMoving(world, entity))
            all.push_back({entity, component.brush, worldTransform(world, entity)});
    });
    return all;
}

std::vector<StaticMesh> staticMeshes(const World& world, const MeshSource& source)
{
    std::vector<StaticMesh> all;
    world.forEach<MeshInstance>([&](EntityId entity, const MeshInstance& instance) {
        const auto* patch = world.get<CurvedPatch>(entity); // goes before the model
        const bool isShown = patch == nullptr || !patch->grid;
        if (isShown && !instance.mesh.path.empty() && !isMoving(world, entity))
            all.push_back(
                {entity, source.mesh(instance.mesh.path), worldTransform(world, entity), false});
    });
    world.forEach<CurvedPatch>([&](EntityId entity, const CurvedPatch& patch) {
        if (auto mesh = patch.mesh(); mesh && !isMoving(world, entity))
            all.push_back({entity, std::move(mesh), worldTransform(world, entity), true});
    });
    std::sort(all.begin(), all.end(),
              [](const StaticMesh& a, const StaticMesh& b) { return a.entity < b.entity; });
    return all;
}

ChangeSet changesOfMeshes(const World& world, std::span<const std::string> paths)
{
    ChangeSet changes;
    const auto add = [&](EntityId entity, TypeId type, const std::string& path) {
        if (std::find(paths.begin(), paths.end(), path) == paths.end())
            return;
        const auto& value = world.value(entity, type);
        changes.changes.push_back({entity, type, value, value});
        changes.bounds.add(boundsOf(world, entity));
    };
    world.forEach<MeshInstance>([&](EntityId entity, const MeshInstance& instance) {
        add(entity, typeIdOf<MeshInstance>(), instance.mesh.path);
    });
    world.forEach<FoliageType>([&](EntityId entity, const FoliageType& kind) {
        add(entity, typeIdOf<FoliageType>(), kind.mesh.path);
    });
    return changes;
}

ChangeSet changesOfSurfaces(const World& world, std::span<const Name> materials)
{
    ChangeSet changes;
    const auto add = [&](EntityId entity, TypeId type) {
        const auto& value = world.value(entity, type);
        changes.changes.push_back({entity, type, value, value});
        changes.bounds.add(boundsOf(world, entity));
    };
    world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent& component) {
        const auto shows = [&](const BrushFace& face) {
            return std::binary_search(materials.begin(), materials.end(), face.material);
        };
        if (!component.brush || materials.empty() ||
            std::none_of(component.brush->faces().begin(), component.brush->faces().end(), shows))
            return;
        add(entity, typeIdOf<BrushComponent>());
    });
    world.forEach<CurvedPatch>([&](EntityId entity, const CurvedPatch& patch) {
        if (std::binary_search(materials.begin(), materials.end(), Name{patch.material.path}))
            add(entity, typeIdOf<CurvedPatch>());
    });
    return changes;
}

std::shared_ptr<const Brush> brushAt(const std::shared_ptr<const Brush>& brush,
                                     const Transform& place)
{
    if (!brush || place == Transform{})
        return brush;
    auto moved = transformed(*brush, place, TextureLock::On);
    return moved ? std::make_shared<const Brush>(*std::move(moved)) : nullptr;
}

std::shared_ptr<const Brush> brushInWorld(const World& world, EntityId entity)
{
    const auto* component = world.get<BrushComponent>(entity);
    return component != nullptr ? brushAt(component->brush, worldTransform(world, entity))
                                : nullptr;
}
} // namespace engine
