#include "engine_core/scene/patches/shown_mesh.h"

#include "engine_core/scene/spatial/surface_table.h"

namespace engine
{
namespace
{
const CurvedPatch* patchOf(const World& world, EntityId entity)
{
    const auto* patch = world.get<CurvedPatch>(entity);
    return patch != nullptr && patch->grid ? patch : nullptr;
}

SurfaceTraits traitsOf(const World& world, const CurvedPatch& patch)
{
    return world.surfaces().of(Name{patch.material.path});
}

const MeshInstance* modelOf(const World& world, EntityId entity)
{
    const auto* model = world.get<MeshInstance>(entity);
    return model != nullptr && !model->mesh.path.empty() ? model : nullptr;
}
} // namespace

bool showsMesh(const World& world, EntityId entity)
{
    return patchOf(world, entity) != nullptr || modelOf(world, entity) != nullptr;
}

bool meshCollides(const World& world, EntityId entity)
{
    if (const auto* patch = patchOf(world, entity))
        return patch->collides && traitsOf(world, *patch).collides;
    const auto* model = modelOf(world, entity);
    return model != nullptr && model->collides;
}

bool meshCastsShadows(const World& world, EntityId entity)
{
    if (const auto* patch = patchOf(world, entity))
        return patch->castShadows && traitsOf(world, *patch).castsShadow;
    const auto* model = modelOf(world, entity);
    return model != nullptr && model->castShadows;
}

bool isMeshSeenInGame(const World& world, EntityId entity)
{
    const auto* patch = patchOf(world, entity);
    return patch == nullptr || traitsOf(world, *patch).seen;
}

bool showsSameMesh(const World& a, const World& b, EntityId entity)
{
    const auto* first = patchOf(a, entity);
    const auto* second = patchOf(b, entity);
    if (first != nullptr || second != nullptr)
        return first != nullptr && second != nullptr && first->steps() == second->steps() &&
               (first->grid == second->grid || *first->grid == *second->grid);
    const auto* before = modelOf(a, entity);
    const auto* after = modelOf(b, entity);
    return before == nullptr || after == nullptr ? before == after : before->mesh == after->mesh;
}
} // namespace engine
