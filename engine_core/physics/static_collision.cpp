#include "engine_core/physics/static_collision.h"

#include "engine_core/physics/brush_tree.h"
#include "engine_core/physics/mesh_tree.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "engine_core/scene/spatial/surface_table.h"
#include "engine_core/scene/world/reparented.h"
#include "engine_core/scene/world/world.h"

#include <unordered_set>

namespace engine
{
namespace
{
/// Whether a change of this component may move, free or bind what is below the entity.
bool reachesChildren(const Change& change)
{
    return change.type == typeIdOf<TransformComponent>() || setsInMotion(change.type) ||
           isReparented(change);
}
} // namespace

StaticCollision::StaticCollision()
    : m_tree{std::make_unique<BrushTree>()}, m_meshes{std::make_unique<MeshTree>()}
{
}

StaticCollision::~StaticCollision() = default;

void StaticCollision::attach(World& world)
{
    m_world = &world;
    m_tree->clear();
    auto brushes = staticBrushes(world);
    std::erase_if(brushes, [&](const StaticBrush& each) {
        return !traitsOf(*each.brush, world.surfaces()).solid;
    });
    m_tree->reserve(brushes.size());
    for (const auto& each : brushes)
        m_tree->set(each.entity, brushAt(each.brush, each.place));
    m_tree->settle();
    m_meshes->clear();
    forEachMesh(world, [&](EntityId entity) { refresh(entity); });
}

void StaticCollision::onChanged(const ChangeSet& changes)
{
    ENGINE_EXPECT(m_world != nullptr);
    std::unordered_set<EntityId> done;
    const auto once = [&](EntityId entity) {
        if (done.insert(entity).second)
            refresh(entity);
    };
    for (const auto& change : changes.changes) {
        if (reachesChildren(change)) {
            for (const auto entity : subtree(*m_world, change.entity))
                once(entity);
        } else if (change.type == typeIdOf<BrushComponent>() || isMeshType(change.type)) {
            once(change.entity);
        }
    }
}

void StaticCollision::refresh(EntityId entity)
{
    const bool moving = isMoving(*m_world, entity);
    const auto brush = moving ? nullptr : solidBrushOf(*m_world, entity);
    m_tree->set(entity, brushAt(brush, worldTransform(*m_world, entity)));
    if (!moving && meshCollides(*m_world, entity))
        m_meshes->set(entity, meshOf(*m_world, entity), worldTransform(*m_world, entity));
    else
        m_meshes->remove(entity);
}

void StaticCollision::update(double /*seconds*/) {}

std::size_t StaticCollision::shapeCount() const
{
    return m_tree->size() + m_meshes->size();
}
} // namespace engine
