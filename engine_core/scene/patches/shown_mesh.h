#pragma once

#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/patches/curved_patch.h"
#include "engine_core/scene/world/world.h"

namespace engine
{
// What an entity shows as triangles is the mesh of its patch, else its model (see meshOf()). Who
// treats both alike asks here.

/// Whether the component is one that meshOf() looks at.
[[nodiscard]] inline bool isMeshType(TypeId type)
{
    return type == typeIdOf<MeshInstance>() || type == typeIdOf<CurvedPatch>();
}

/// Whether the entity has a patch, or names a model.
[[nodiscard]] bool showsMesh(const World& world, EntityId entity);

/// Whether it shows a mesh that characters collide with.
[[nodiscard]] bool meshCollides(const World& world, EntityId entity);

/// Whether it shows a mesh that throws shadows, in baked light and of live lights.
[[nodiscard]] bool meshCastsShadows(const World& world, EntityId entity);

/// Whether the game shows it: not a patch of a tool texture.
[[nodiscard]] bool isMeshSeenInGame(const World& world, EntityId entity);

/// Whether both worlds show the same mesh there, without looking at its shape.
[[nodiscard]] bool showsSameMesh(const World& a, const World& b, EntityId entity);

/// Calls visit(EntityId) for everything with a model and then for everything with a patch, each in
/// the order of ids; twice for what has both. No edits meanwhile.
template <typename Visit>
void forEachMesh(const World& world, const Visit& visit)
{
    world.forEach<MeshInstance>([&](EntityId entity, const MeshInstance&) { visit(entity); });
    world.forEach<CurvedPatch>([&](EntityId entity, const CurvedPatch&) { visit(entity); });
}
} // namespace engine
