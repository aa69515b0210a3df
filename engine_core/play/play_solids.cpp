#include "engine_core/play/play_solids.h"

#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/spatial/surface_table.h"
#include "engine_core/scene/world/hierarchy.h"

namespace engine
{
namespace
{
bool isSolid(const World& world, EntityId entity)
{
    return solidBrushOf(world, entity) || meshCollides(world, entity);
}

/// Whether it is, or is part of, something that a Mover, a Body or its own feet move. The body of
/// who walks would be in its own way.
bool moves(const World& world, EntityId entity)
{
    for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
        if (world.get<Mover>(entity) != nullptr || world.get<Body>(entity) != nullptr ||
            world.get<Character>(entity) != nullptr || world.get<NavWalker>(entity) != nullptr)
            return true;
        const auto* node = world.get<Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
    return false;
}
} // namespace

PlaySolids::PlaySolids(const World& authored,
                       const World& played,
                       const std::unordered_set<EntityId>& leftOut)
    : m_authored{authored}, m_played{played}, m_changes{leftOut, {}}
{
}

void PlaySolids::refresh(EntityId root)
{
    for (const auto entity : subtree(m_played, root))
        refreshOne(entity);
}

bool PlaySolids::isAsAuthored(EntityId entity) const
{
    const bool collides = meshCollides(m_played, entity);
    if (solidBrushOf(m_authored, entity) != solidBrushOf(m_played, entity) ||
        meshCollides(m_authored, entity) != collides ||
        (collides && !showsSameMesh(m_authored, m_played, entity)))
        return false;
    // A script may have added a Mover or a Body.
    return !isSolid(m_played, entity) || isMoving(m_authored, entity) == isMoving(m_played, entity);
}

void PlaySolids::refreshOne(EntityId entity)
{
    const bool isChanged = !isAsAuthored(entity);
    if (isChanged && isSolid(m_authored, entity))
        m_changes.gone.insert(entity);
    else
        m_changes.gone.erase(entity);

    if (isChanged && isSolid(m_played, entity) && !moves(m_played, entity)) {
        const auto place = worldTransform(m_played, entity);
        const bool hasModel = meshCollides(m_played, entity);
        m_changes.added.set(entity, solidBrushOf(m_played, entity), place);
        m_changes.added.setMesh(entity, hasModel ? meshOf(m_played, entity) : nullptr, place);
        m_added.insert(entity);
    } else if (m_added.erase(entity) > 0) {
        m_changes.added.remove(entity);
    }
}
} // namespace engine
