#include "engine_core/scene/spatial/pick_object.h"

#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/world/hierarchy.h"
#include "engine_core/scene/world/world.h"

namespace engine
{
namespace
{
bool canBePicked(const World& world, EntityId entity, Locked locked)
{
    for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
        const auto* node = world.get<Node>(entity);
        if (node == nullptr)
            break;
        if (node->hidden || (node->locked && locked == Locked::LeftOut))
            return false;
        entity = node->parent;
    }
    return true;
}

bool isPlaced(const World& world, EntityId entity)
{
    for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
        if (world.get<TransformComponent>(entity) != nullptr)
            return true;
        const auto* node = world.get<Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
    return false;
}

std::optional<PickHit> hitPlaced(const Brush& brush, const Transform& place, const Ray& ray)
{
    const auto local = rayWithin(place, ray);
    const auto hit = local ? intersect(local->ray, brush) : std::nullopt;
    if (!hit)
        return std::nullopt;
    const double distance = hit->distance / local->scale;
    // Normals scale the other way round, so that they stay upright on their faces.
    const auto normal = place.rotation * (brush.faces()[hit->face].plane.normal / place.scale);
    return PickHit{{}, hit->face, distance, ray.at(distance), glm::normalize(normal)};
}

std::optional<PickHit> hitMesh(const World& world, EntityId entity, const Ray& ray, Locked locked)
{
    const auto mesh = meshOf(world, entity);
    if (!mesh)
        return std::nullopt;
    const auto place = worldTransform(world, entity);
    const auto local = rayWithin(place, ray);
    const auto hit = local ? mesh->raycast(local->ray) : std::nullopt;
    if (!hit || !canBePicked(world, entity, locked))
        return std::nullopt;
    const double distance = hit->distance / local->scale;
    const auto normal = place.rotation * (hit->normal / place.scale);
    return PickHit{entity, NoFace, distance, ray.at(distance), glm::normalize(normal)};
}
} // namespace

std::optional<PickHit>
pickObject(const World& world, EntityId entity, const Ray& ray, Locked locked)
{
    const auto* component = world.get<BrushComponent>(entity);
    if (component == nullptr || !component->brush)
        return hitMesh(world, entity, ray, locked);
    const auto& brush = *component->brush;
    std::optional<PickHit> result;
    if (isPlaced(world, entity))
        result = hitPlaced(brush, worldTransform(world, entity), ray);
    else if (const auto hit = intersect(ray, brush))
        result = PickHit{{},
                         hit->face,
                         hit->distance,
                         ray.at(hit->distance),
                         brush.faces()[hit->face].plane.normal};
    if (!result || !canBePicked(world, entity, locked))
        return std::nullopt;
    result->entity = entity;
    return result;
}
} // namespace engine
