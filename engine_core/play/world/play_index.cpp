#include "engine_core/play/world/play_index.h"

#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/patches/shown_mesh.h"

#include <algorithm>

namespace engine
{
namespace
{
/// From so many noted entities on, building the tree anew is cheaper than changing it.
constexpr std::size_t RebuildFrom = 1024;

Aabb capsuleBounds(const Character& body, const Vec3d& foot)
{
    return {foot - Vec3d{body.radius, 0, body.radius},
            foot + Vec3d{body.radius, body.standHeight, body.radius}};
}

/// Empty without one.
Aabb solidBounds(const World& world, EntityId entity)
{
    Aabb bounds;
    const auto* brush = world.get<BrushComponent>(entity);
    const bool hasBrush = brush != nullptr && brush->brush;
    const auto* character = world.get<Character>(entity);
    const auto mesh = meshOf(world, entity);
    if (!hasBrush && character == nullptr && !mesh)
        return bounds;
    const auto place = worldTransform(world, entity);
    if (hasBrush && place == Transform{})
        bounds = brush->brush->bounds();
    else if (hasBrush)
        for (const auto& corner : brush->brush->vertices())
            bounds.add(place.apply(corner));
    if (mesh)
        bounds.add(mesh->boundsAt(place));
    if (character != nullptr)
        bounds.add(capsuleBounds(*character, place.position));
    return bounds;
}

bool isUsable(const Aabb& box)
{
    return !box.isEmpty() && isFinite(box.min) && isFinite(box.max);
}
} // namespace

std::optional<Aabb> ownBody(const World& world, EntityId entity)
{
    if (entity == SceneEntity || !world.exists(entity))
        return std::nullopt;
    auto bounds = solidBounds(world, entity);
    if (bounds.isEmpty() && world.get<TransformComponent>(entity) != nullptr)
        bounds.add(worldTransform(world, entity).position);
    return isUsable(bounds) ? std::optional{bounds} : std::nullopt;
}

std::optional<Aabb> wholeBody(const World& world, EntityId entity)
{
    Aabb bounds;
    for (const auto each : subtree(world, entity))
        bounds.add(solidBounds(world, each));
    return isUsable(bounds) ? std::optional{bounds} : ownBody(world, entity);
}

void PlayIndex::note(EntityId entity, TypeId type)
{
    if (m_isBuilt &&
        (type == typeIdOf<TransformComponent>() || type == typeIdOf<Node>() ||
         type == typeIdOf<BrushComponent>() || isMeshType(type) || type == typeIdOf<Character>()))
        m_noted.insert(entity);
}

void PlayIndex::build()
{
    std::vector<BoundsTree::Item> items;
    items.reserve(m_world.entityCount());
    for (const auto entity : m_world.entities())
        if (const auto box = ownBody(m_world, entity))
            items.emplace_back(entity, *box);
    std::vector<BoundsTree::Leaf> made;
    m_boxes.build(items, made);
    m_leaves.clear();
    m_leaves.reserve(items.size());
    for (std::size_t i = 0; i < items.size(); ++i)
        m_leaves.emplace(items[i].first, made[i]);
    m_isBuilt = true;
}

void PlayIndex::refresh(EntityId entity)
{
    const auto box = ownBody(m_world, entity);
    const auto at = m_leaves.find(entity);
    if (at != m_leaves.end()) {
        if (box && m_boxes.boxOf(at->second) == *box)
            return;
        m_boxes.remove(at->second);
    }
    if (box)
        m_leaves.insert_or_assign(entity, m_boxes.insert(entity, *box));
    else if (at != m_leaves.end())
        m_leaves.erase(at);
}

void PlayIndex::bringUpToDate()
{
    if (!m_isBuilt || (m_noted.size() >= RebuildFrom && m_noted.size() * 4 >= m_leaves.size())) {
        m_noted.clear();
        build();
        return;
    }
    // What moved takes along what is below it. In the order of ids, so that equal games have equal
    // trees.
    std::vector<EntityId> touched;
    for (const auto entity : std::exchange(m_noted, {})) {
        const auto all = subtree(m_world, entity);
        touched.insert(touched.end(), all.begin(), all.end());
        touched.push_back(entity); // which may be gone
    }
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const auto entity : touched)
        refresh(entity);
}

std::vector<EntityId> PlayIndex::inBox(const Aabb& box)
{
    bringUpToDate();
    std::vector<EntityId> found;
    m_boxes.overlapping(box, [&](EntityId entity) { found.push_back(entity); });
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<EntityId> PlayIndex::inSphere(const Vec3d& center, double radius)
{
    bringUpToDate();
    std::vector<std::pair<double, EntityId>> near;
    m_boxes.overlapping(Aabb{center, center}.grown(radius), [&](EntityId entity) {
        const double distance = m_boxes.boxOf(m_leaves.at(entity)).distanceTo(center);
        if (distance <= radius)
            near.emplace_back(distance, entity);
    });
    std::sort(near.begin(), near.end());
    std::vector<EntityId> found;
    found.reserve(near.size());
    for (const auto& [distance, entity] : near)
        found.push_back(entity);
    return found;
}
} // namespace engine
