#pragma once

#include "engine_core/base/signal.h"
#include "engine_core/math/transform.h"
#include "engine_core/scene/world/change_set.h"
#include "engine_core/scene/world/component_pool.h"
#include "engine_core/scene/world/edit.h"
#include "engine_core/scene/world/hierarchy.h"

#include <vector>

namespace engine
{
class MeshSource;
class MeshShape;
class SurfaceTable;
class WorldSystem;

/// Everything that a level holds, as plain components of entities. The edited level and the played
/// level are both Worlds and differ in the systems attached to them. A copy holds the same data and
/// no systems, and costs about a pointer for every 256 components: the copy *is* the snapshot.
/// Main thread only, except that a copy may be read by the job that owns it.
class World
{
public:
    World(); ///< with SceneEntity in it
    World(const World& other);
    World(World&&) = delete;
    World& operator=(const World&) = delete;
    ~World();

    [[nodiscard]] bool exists(EntityId entity) const;

    /// Null if the entity does not exist or has no such component. Valid until the next apply.
    template <typename T>
    [[nodiscard]] const T* get(EntityId entity) const
    {
        return static_cast<const T*>(value(entity, typeIdOf<T>()).get());
    }

    [[nodiscard]] const ComponentValue& value(EntityId entity, TypeId type) const;

    /// Types of which at least one entity has a component.
    [[nodiscard]] std::vector<TypeId> types() const;

    /// Every entity, SceneEntity first, in ascending order of ids.
    [[nodiscard]] std::vector<EntityId> entities() const;

    [[nodiscard]] std::size_t entityCount() const;

    /// Calls visit(EntityId, const T&) in ascending order of ids. No edits meanwhile.
    template <typename T, typename Visit>
    void forEach(const Visit& visit) const
    {
        if (const auto* pool = findPool(typeIdOf<T>()))
            pool->forEach([&](EntityId entity, const ComponentValue& component) {
                visit(entity, *static_cast<const T*>(component.get()));
            });
    }

    template <typename T>
    [[nodiscard]] std::size_t count() const
    {
        const auto* pool = findPool(typeIdOf<T>());
        return pool != nullptr ? pool->count() : 0;
    }

    /// Ascending ids. The children of null are the top level (without SceneEntity).
    [[nodiscard]] const std::vector<EntityId>& children(EntityId parent) const;

    /// Exchanges the stored values with the edit's and tells the systems, then `changed`. Do, undo
    /// and redo are this one call.
    ChangeSet apply(Edit& edit, ChangeKind kind = ChangeKind::Final);

    /// The exchange alone: for whoever merges several edits into one notification.
    ChangeSet exchange(Edit& edit);

    /// Stores the edit's values without the bounds of what changes, which cost more than the
    /// storing: for whoever makes a world that nobody looks at yet, or tells of it later.
    void fill(const Edit& edit);

    void notify(const ChangeSet& changes);

    /// An id that no entity of this world has or had. Ids start in a random block, so that two
    /// people who add to the same scene do not choose the same ones and their work merges.
    [[nodiscard]] EntityId newId();

    /// The same for entities spawned while playing: top bit set, the generation counts up whenever
    /// numbers are used again.
    [[nodiscard]] EntityId newSpawnedId();

    /// Where newId() continues; tests and generators set it to be repeatable.
    void setNextId(std::uint32_t next) { m_nextId = next; }

    /// Systems hear of changes in the order of adding. Not owned.
    void addSystem(WorldSystem& system);
    void removeSystem(WorldSystem& system);

    /// Who knows the models that MeshInstances name; null: nobody, and instances have no shape.
    /// Copies ask the same source. Not owned; outlives the world and its copies, or is set anew.
    void setMeshes(const MeshSource* meshes) { m_meshes = meshes; }

    [[nodiscard]] const MeshSource* meshes() const { return m_meshes; }

    /// What materials say of faces; not null. Without: what their names say alone. Copies share it.
    /// Systems hear of a new one by notify() (changesOfSurfaces()).
    void setSurfaces(std::shared_ptr<const SurfaceTable> surfaces);

    [[nodiscard]] const SurfaceTable& surfaces() const { return *m_surfaces; }

    /// For whoever wants to know whether they are others than before.
    [[nodiscard]] const std::shared_ptr<const SurfaceTable>& sharedSurfaces() const
    {
        return m_surfaces;
    }

    Signal<ChangeSet> changed;

private:
    friend class Hierarchy;
    [[nodiscard]] const ComponentPool* findPool(TypeId type) const;
    ComponentPool& pool(TypeId type);
    ComponentValue put(const Swap& swap); ///< what was there before

    std::vector<std::pair<TypeId, ComponentPool>> m_pools;
    Hierarchy m_hierarchy;
    std::uint32_t m_nextId = 0;
    std::uint32_t m_nextSpawned = 1;
    std::vector<WorldSystem*> m_systems;
    const MeshSource* m_meshes = nullptr;
    std::shared_ptr<const SurfaceTable> m_surfaces;
};

/// From the entity's space to the world's; identity for null.
[[nodiscard]] Transform worldTransform(const World& world, EntityId entity);

/// The triangles that the entity shows: its curved patch, else its model as MeshSource::shown();
/// null if it shows none. Models on the thread of the world's MeshSource.
[[nodiscard]] std::shared_ptr<const MeshShape> meshOf(const World& world, EntityId entity);

/// World bounds of the entity itself: its brush, its model, its light's sphere, or a small box
/// about its place.
[[nodiscard]] Aabb boundsOf(const World& world, EntityId entity);

/// With everything below it.
[[nodiscard]] Aabb boundsOfTree(const World& world, EntityId entity);

/// Whether it, or one of its ancestors, is a Mover or a Body.
[[nodiscard]] bool isMoving(const World& world, EntityId entity);

[[nodiscard]] bool isAncestor(const World& world, EntityId ancestor, EntityId of);

/// The entity and everything below it, parents before children.
[[nodiscard]] std::vector<EntityId> subtree(const World& world, EntityId entity);

/// An edit that sets one component.
template <typename T>
[[nodiscard]] Swap swapTo(EntityId entity, T component)
{
    return {entity, typeIdOf<T>(), std::make_shared<const T>(std::move(component))};
}

/// The edit's part that removes every component of the entity.
void addRemoval(const World& world, EntityId entity, Edit& edit);
} // namespace engine
