#include "engine_core/scene/spatial/spatial_index.h"

#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/spatial/bounds_tree.h"
#include "engine_core/scene/spatial/pick_object.h"
#include "engine_core/scene/world/hierarchy.h"
#include "engine_core/scene/world/reparented.h"
#include "engine_core/scene/world/world.h"

#include <algorithm>
#include <unordered_map>

namespace engine
{
namespace
{
/// From so many changed entities on, building the tree anew is cheaper than changing it.
constexpr std::size_t RebuildFrom = 1024;

bool isUsable(const Aabb& box)
{
    return !box.isEmpty() && isFinite(box.min) && isFinite(box.max);
}

/// Whether a change may move the entity and all that hangs below it.
bool movesSubtree(const Change& change)
{
    return change.type == typeIdOf<TransformComponent>() || isReparented(change);
}

bool reshapes(TypeId type)
{
    return type == typeIdOf<BrushComponent>() || type == typeIdOf<Light>() || isMeshType(type);
}
} // namespace

struct SpatialIndex::Tree
{
    const World* world = nullptr;
    BoundsTree boxes;
    std::unordered_map<EntityId, BoundsTree::Leaf> leaves;

    void rebuild();
    void refresh(EntityId entity);
};

void SpatialIndex::Tree::rebuild()
{
    std::vector<BoundsTree::Item> items;
    items.reserve(world->entityCount());
    for (const auto entity : world->entities())
        if (const auto box = boundsOf(*world, entity); isUsable(box))
            items.emplace_back(entity, box);
    std::vector<BoundsTree::Leaf> made;
    boxes.build(items, made);
    // Mostly these are the entities of before, and the map need not be made anew.
    auto gone = leaves.size();
    leaves.reserve(items.size());
    for (std::size_t i = 0; i < items.size(); ++i)
        gone -= leaves.insert_or_assign(items[i].first, made[i]).second ? 0U : 1U;
    if (gone == 0)
        return;
    leaves.clear();
    for (std::size_t i = 0; i < items.size(); ++i)
        leaves.emplace(items[i].first, made[i]);
}

void SpatialIndex::Tree::refresh(EntityId entity)
{
    const auto box = boundsOf(*world, entity);
    const auto at = leaves.find(entity);
    if (at != leaves.end()) {
        if (boxes.boxOf(at->second) == box)
            return;
        boxes.remove(at->second);
    }
    if (isUsable(box))
        leaves.insert_or_assign(entity, boxes.insert(entity, box));
    else if (at != leaves.end())
        leaves.erase(at);
}

SpatialIndex::SpatialIndex() : m_tree{std::make_unique<Tree>()} {}

SpatialIndex::~SpatialIndex() = default;

void SpatialIndex::attach(World& world)
{
    m_tree->world = &world;
    m_tree->rebuild();
}

void SpatialIndex::onChanged(const ChangeSet& changes)
{
    const auto& world = *m_tree->world;
    std::vector<EntityId> touched;
    for (const auto& change : changes.changes) {
        if (movesSubtree(change)) {
            const auto all = subtree(world, change.entity);
            touched.insert(touched.end(), all.begin(), all.end());
        } else if (reshapes(change.type)) {
            touched.push_back(change.entity);
        }
    }
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    if (touched.size() >= RebuildFrom && touched.size() * 4 >= m_tree->leaves.size()) {
        m_tree->rebuild();
        return;
    }
    for (const auto entity : touched)
        m_tree->refresh(entity);
}

void SpatialIndex::update(double) {} // onChanged leaves nothing to be done

Aabb SpatialIndex::bounds() const
{
    return m_tree->boxes.bounds();
}

std::vector<EntityId> SpatialIndex::overlapping(const Aabb& box) const
{
    std::vector<EntityId> found;
    m_tree->boxes.overlapping(box, [&](EntityId entity) { found.push_back(entity); });
    return found;
}

void SpatialIndex::alongRay(const Ray& ray,
                            double limit,
                            const std::function<double(EntityId, double)>& visit) const
{
    m_tree->boxes.alongRay(ray, limit, visit);
}

std::vector<PickHit>
pickBrushes(const World& world, const SpatialIndex& index, const Ray& ray, double limit)
{
    std::vector<PickHit> hits;
    index.alongRay(ray, limit, [&](EntityId entity, double) {
        if (const auto hit = pickObject(world, entity, ray); hit && hit->distance <= limit)
            hits.push_back(*hit);
        return limit;
    });
    std::sort(hits.begin(), hits.end(), [](const PickHit& a, const PickHit& b) {
        return a.distance != b.distance ? a.distance < b.distance : a.entity < b.entity;
    });
    return hits;
}

std::optional<PickHit> pickNearestBrush(
    const World& world, const SpatialIndex& index, const Ray& ray, double limit, Locked locked)
{
    std::optional<PickHit> nearest;
    index.alongRay(ray, limit, [&](EntityId entity, double) {
        const auto hit = pickObject(world, entity, ray, locked);
        const bool nearer = hit && hit->distance <= limit &&
                            (!nearest || hit->distance < nearest->distance ||
                             (hit->distance == nearest->distance && entity < nearest->entity));
        if (nearer) {
            nearest = hit;
            limit = hit->distance;
        }
        return limit;
    });
    return nearest;
}
} // namespace engine
