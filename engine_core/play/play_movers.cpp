#include "engine_core/play/play_movers.h"

#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/spatial/surface_table.h"
#include "engine_core/scene/world/hierarchy.h"

namespace engine
{
namespace
{
constexpr double Leeway = 0.5; ///< metres; what walks gets there in some ten ticks

bool isUpright(const Quatd& rotation)
{
    const Vec3d up{0, 1, 0};
    return glm::distance(rotation * up, up) < 1e-9;
}

/// Whether the entity moves with a Mover or a Body that others collide with.
bool isCarriedSolid(const World& world, EntityId entity)
{
    if (const auto owner = bodyOwner(world, entity))
        return world.get<Body>(owner)->kind != BodyKind::Sensor;
    for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
        if (const auto* mover = world.get<Mover>(entity))
            return mover->collides;
        const auto* node = world.get<Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
    return false;
}
} // namespace

PlayMovers::PlayMovers(const World& world, std::function<bool(EntityId)> wants)
    : m_world{world}, m_wants{std::move(wants)}, m_collision{[&world](EntityId entity) {
        return worldTransform(world, entity);
    }}
{
    world.forEach<Mover>([&](EntityId entity, const Mover&) { refresh(entity); });
    world.forEach<Body>([&](EntityId entity, const Body&) { refresh(entity); });
}

void PlayMovers::refresh(EntityId root)
{
    for (const auto entity : subtree(m_world, root)) {
        m_walking.erase(entity);
        refreshOne(entity);
    }
    auto above = root;
    for (int depth = 0; !m_walking.empty() && above && depth < MaxHierarchyDepth; ++depth) {
        m_walking.erase(above); // it may carry another shape now, or elsewhere
        const auto* node = m_world.get<Node>(above);
        above = node != nullptr ? node->parent : EntityId{};
    }
}

void PlayMovers::walk(EntityId root)
{
    const auto now = worldTransform(m_world, root);
    const auto [at, isNew] = m_walking.try_emplace(root);
    auto& stand = at->second; // stays where it is while others are erased
    if (!isNew && glm::distance(now.position, stand.position) <= Leeway &&
        (now.rotation == stand.rotation || (stand.isUpright && isUpright(now.rotation))))
        return;
    stand = {now.position, now.rotation, isUpright(now.rotation)};
    for (const auto entity : subtree(m_world, root)) {
        if (entity != root)
            m_walking.erase(entity); // what walks about on it has another stand now
        m_collision.roam(entity, now.position, Leeway);
    }
}

void PlayMovers::refreshOne(EntityId entity)
{
    const auto brush = solidBrushOf(m_world, entity);
    const auto mesh = meshCollides(m_world, entity) ? meshOf(m_world, entity) : nullptr;
    const bool isThere = (brush || mesh) && m_world.exists(entity) &&
                         isCarriedSolid(m_world, entity) && (!m_wants || m_wants(entity));
    if (isThere) {
        const auto place = worldTransform(m_world, entity);
        m_collision.set(entity, brush, place);
        if (mesh)
            m_collision.setMesh(entity, mesh, place);
        m_shapes.insert(entity);
    } else if (m_shapes.erase(entity) > 0) {
        m_collision.remove(entity);
    }
}
} // namespace engine
