#include "engine_core/play/play_movers.h"

#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/world/hierarchy.h"

namespace engine
{
namespace
{

/// The Mover that carries the entity; null if it stands still.
const Mover* moverOf(const World& world, EntityId entity)
{
    for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
        if (const auto* mover = world.get<Mover>(entity))
            return mover;
        const auto* node = world.get<Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
    return nullptr;
}
} // namespace

PlayMovers::PlayMovers(const World& world, std::function<bool(EntityId)> wants)
    : m_world{world}, m_wants{std::move(wants)}
{
    world.forEach<Mover>([&](EntityId entity, const Mover&) { refresh(entity); });
}

void PlayMovers::refresh(EntityId root)
{
    for (const auto entity : subtree(m_world, root))
        refreshOne(entity);
}

void PlayMovers::refreshOne(EntityId entity)
{
    const auto* brush = m_world.get<BrushComponent>(entity);
    const auto* instance = m_world.get<MeshInstance>(entity);
    const bool isSolid = brush != nullptr && brush->brush;
    const auto mesh = instance != nullptr && instance->collides ? meshOf(m_world, entity) : nullptr;
    const auto* mover =
        (isSolid || mesh) && m_world.exists(entity) ? moverOf(m_world, entity) : nullptr;
    if (mover != nullptr && mover->collides && (!m_wants || m_wants(entity))) {
        const auto place = worldTransform(m_world, entity);
        if (isSolid)
            m_collision.set(entity, brush->brush, place);
        if (mesh)
            m_collision.setMesh(entity, mesh, place);
        m_shapes.insert(entity);
    } else if (m_shapes.erase(entity) > 0) {
        m_collision.remove(entity);
    }
}
} // namespace engine
