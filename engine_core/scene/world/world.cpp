#include "engine_core/scene/world/world.h"

#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/spatial/mesh_source.h"
#include "engine_core/scene/spatial/surface_table.h"
#include "engine_core/scene/world/world_system.h"

#include <algorithm>
#include <random>

namespace engine
{
namespace
{

/// For worlds of no project.
std::shared_ptr<const SurfaceTable> namesAlone()
{
    static const auto shared = std::make_shared<const SurfaceTable>();
    return shared;
}

std::uint32_t randomIdBlock()
{
    // 20 random bits over blocks of 1,024 ids: ids stay short in files, and two sessions meet in
    // one block about once in a million times.
    static std::random_device device;
    return 1024U + (device() % (1U << 20U)) * 1024U;
}

bool movesPlace(TypeId type)
{
    return type == typeIdOf<TransformComponent>() || type == typeIdOf<Node>();
}

bool hasLook(TypeId type)
{
    return movesPlace(type) || type == typeIdOf<BrushComponent>() || type == typeIdOf<Light>() ||
           isMeshType(type) || setsInMotion(type);
}

EntityId parentIn(const ComponentValue& node)
{
    return node ? static_cast<const Node*>(node.get())->parent : EntityId{};
}

/// A renamed or hidden object did not move.
bool changedPlace(const Swap& swap, const ComponentValue& before)
{
    if (swap.type != typeIdOf<Node>())
        return hasLook(swap.type);
    return !before || !swap.value || parentIn(before) != parentIn(swap.value);
}

Aabb boundsForChange(const World& world, const Swap& swap)
{
    // A group that begins or ceases to move takes everything below it along.
    const bool reachesChildren = movesPlace(swap.type) || setsInMotion(swap.type);
    return reachesChildren ? boundsOfTree(world, swap.entity) : boundsOf(world, swap.entity);
}
} // namespace

World::World() : m_nextId{randomIdBlock()}, m_surfaces{namesAlone()}
{
    Edit edit;
    edit.swaps.push_back(swapTo(SceneEntity, Node{.name = "Scene", .parent = {}}));
    edit.swaps.push_back(swapTo(SceneEntity, SceneSettings{}));
    exchange(edit);
}

World::World(const World& other)
    : m_pools{other.m_pools}
    , m_hierarchy{other.m_hierarchy}
    , m_nextId{other.m_nextId}
    , m_nextSpawned{other.m_nextSpawned}
    , m_meshes{other.m_meshes}
    , m_surfaces{other.m_surfaces}
{
}

World::~World() = default;

void World::setSurfaces(std::shared_ptr<const SurfaceTable> surfaces)
{
    ENGINE_EXPECT(surfaces != nullptr);
    m_surfaces = std::move(surfaces);
}

bool World::exists(EntityId entity) const
{
    return get<Node>(entity) != nullptr;
}

const ComponentPool* World::findPool(TypeId type) const
{
    const auto at = std::find_if(m_pools.begin(), m_pools.end(),
                                 [&](const auto& entry) { return entry.first == type; });
    return at == m_pools.end() ? nullptr : &at->second;
}

ComponentPool& World::pool(TypeId type)
{
    const auto at = std::find_if(m_pools.begin(), m_pools.end(),
                                 [&](const auto& entry) { return entry.first == type; });
    return at == m_pools.end() ? m_pools.emplace_back(type, ComponentPool{}).second : at->second;
}

const ComponentValue& World::value(EntityId entity, TypeId type) const
{
    static const ComponentValue none;
    const auto* found = findPool(type);
    return found != nullptr ? found->find(entity) : none;
}

std::vector<TypeId> World::types() const
{
    std::vector<TypeId> all;
    for (const auto& [type, components] : m_pools)
        if (components.count() > 0)
            all.push_back(type);
    return all;
}

std::vector<EntityId> World::entities() const
{
    std::vector<EntityId> all;
    all.reserve(entityCount());
    forEach<Node>([&](EntityId entity, const Node&) { all.push_back(entity); });
    return all;
}

std::size_t World::entityCount() const
{
    return count<Node>();
}

const std::vector<EntityId>& World::children(EntityId parent) const
{
    return m_hierarchy.children(parent);
}

ComponentValue World::put(const Swap& swap)
{
    if (swap.type == typeIdOf<Node>() && swap.entity != SceneEntity) {
        if (const auto* old = get<Node>(swap.entity))
            m_hierarchy.remove(old->parent, swap.entity);
        if (swap.value)
            m_hierarchy.add(parentIn(swap.value), swap.entity);
    }
    return pool(swap.type).exchange(swap.entity, swap.value);
}

void World::fill(const Edit& edit)
{
    for (const auto& swap : edit.swaps)
        put(swap);
}

ChangeSet World::exchange(Edit& edit)
{
    ChangeSet changes;
    changes.changes.reserve(edit.swaps.size());
    // All bounds before, then all swaps, then all bounds after: a swap may move the children of
    // another one's entity.
    std::vector<const Swap*> placed;
    for (const auto& swap : edit.swaps) {
        // Of several looks of one entity, which come in a row, one is enough.
        const bool isAgain = !placed.empty() && placed.back()->entity == swap.entity &&
                             !movesPlace(swap.type) && !setsInMotion(swap.type);
        if (isAgain || !changedPlace(swap, value(swap.entity, swap.type)))
            continue;
        placed.push_back(&swap);
        changes.bounds.add(boundsForChange(*this, swap));
    }
    for (auto& swap : edit.swaps) {
        auto before = put(swap);
        changes.changes.push_back({swap.entity, swap.type, before, swap.value});
        swap.value = std::move(before);
    }
    for (const auto* swap : placed)
        changes.bounds.add(boundsForChange(*this, *swap));
    // Undo must take things back in the opposite order, since one entity may be swapped twice.
    std::reverse(edit.swaps.begin(), edit.swaps.end());
    return changes;
}

ChangeSet World::apply(Edit& edit, ChangeKind kind)
{
    auto changes = exchange(edit);
    changes.kind = kind;
    notify(changes);
    return changes;
}

void World::notify(const ChangeSet& changes)
{
    for (auto* system : m_systems)
        system->onChanged(changes);
    changed(changes);
}

EntityId World::newId()
{
    while (exists(EntityId{m_nextId}) || m_nextId <= SceneEntity.value)
        ++m_nextId;
    return EntityId{m_nextId++};
}

EntityId World::newSpawnedId()
{
    const std::uint64_t generation = m_nextSpawned >> 24U;
    const std::uint64_t number = m_nextSpawned & 0xffffffU;
    ++m_nextSpawned;
    return EntityId{EntityId::SpawnedBit | (generation << 32U) | number};
}

void World::addSystem(WorldSystem& system)
{
    m_systems.push_back(&system);
    system.attach(*this);
}

void World::removeSystem(WorldSystem& system)
{
    std::erase(m_systems, &system);
}

Transform worldTransform(const World& world, EntityId entity)
{
    Transform result;
    for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
        if (const auto* local = world.get<TransformComponent>(entity))
            result = local->transform() * result;
        const auto* node = world.get<Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
    return result;
}

std::shared_ptr<const MeshShape> meshOf(const World& world, EntityId entity)
{
    if (const auto* patch = world.get<CurvedPatch>(entity); patch != nullptr && patch->grid)
        return patch->mesh();
    const auto* instance = world.get<MeshInstance>(entity);
    if (instance == nullptr || instance->mesh.path.empty() || world.meshes() == nullptr)
        return nullptr;
    return world.meshes()->shown(instance->mesh.path);
}

namespace
{
/// Box around the entity's brush, model and light; empty if it has none of them.
Aabb bodyBounds(const World& world, EntityId entity, const Transform& place)
{
    Aabb bounds;
    const auto* brush = world.get<BrushComponent>(entity);
    if (brush != nullptr && brush->brush) {
        if (place == Transform{})
            return brush->brush->bounds();
        for (const auto& vertex : brush->brush->vertices())
            bounds.add(place.apply(vertex));
    }
    if (const auto mesh = meshOf(world, entity))
        bounds.add(mesh->boundsAt(place));
    if (const auto* light = world.get<Light>(entity))
        bounds.add(Aabb{place.position, place.position}.grown(
            isSun(*light) ? 0.25 : static_cast<double>(light->range)));
    return bounds;
}
} // namespace

Aabb boundsOf(const World& world, EntityId entity)
{
    if (!world.exists(entity) || entity == SceneEntity)
        return {};
    const auto place = worldTransform(world, entity);
    auto bounds = bodyBounds(world, entity, place);
    if (bounds.isEmpty() && world.get<TransformComponent>(entity) != nullptr)
        bounds.add(Aabb{place.position, place.position}.grown(0.25));
    return bounds;
}

Aabb boundsOfTree(const World& world, EntityId entity)
{
    Aabb bounds;
    for (const auto each : subtree(world, entity)) {
        const bool isGroup = !world.children(each).empty(); // as big as its parts
        bounds.add(isGroup ? bodyBounds(world, each, worldTransform(world, each))
                           : boundsOf(world, each));
    }
    return bounds;
}

bool isMoving(const World& world, EntityId entity)
{
    for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
        if (world.get<Mover>(entity) != nullptr || world.get<Body>(entity) != nullptr)
            return true;
        const auto* node = world.get<Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
    return false;
}

bool isAncestor(const World& world, EntityId ancestor, EntityId of)
{
    for (int depth = 0; of && depth < MaxHierarchyDepth; ++depth) {
        const auto* node = world.get<Node>(of);
        of = node != nullptr ? node->parent : EntityId{};
        if (of == ancestor)
            return true;
    }
    return false;
}

std::vector<EntityId> subtree(const World& world, EntityId entity)
{
    std::vector<EntityId> all{entity};
    for (std::size_t i = 0; i < all.size() && all.size() <= world.entityCount(); ++i) {
        const auto& children = world.children(all[i]);
        all.insert(all.end(), children.begin(), children.end());
    }
    return all;
}

void addRemoval(const World& world, EntityId entity, Edit& edit)
{
    for (const auto type : world.types())
        if (world.value(entity, type))
            edit.swaps.push_back({entity, type, nullptr});
}
} // namespace engine
