// The part of the scene that keeps its models.
#include "engine_core/render/scene/drawn_scene.h"
#include "engine_core/scene/patches/shown_mesh.h"

#include <algorithm>

namespace engine
{
namespace
{
/// Models of one mesh in a row.
bool comesBefore(const DrawnModel& a, const DrawnModel& b)
{
    return a.mesh != b.mesh ? std::less<>{}(a.mesh, b.mesh) : a.entity < b.entity;
}

/// What the entity shows, of the assets that are drawn here; null if nothing.
std::shared_ptr<const MeshShape>
shapeOf(const World& world, const AssetDatabase& assets, EntityId entity)
{
    if (const auto* patch = world.get<CurvedPatch>(entity); patch != nullptr && patch->grid)
        return patch->mesh();
    return showsMesh(world, entity) ? assets.shown(world.get<MeshInstance>(entity)->mesh.path)
                                    : nullptr;
}
} // namespace

void DrawnScene::placeModel(DrawnModel& model, const Standing& standing) const
{
    model.place = standing.place;
    model.hidden = standing.hidden;
    model.unseen = standing.unseen || !isMeshSeenInGame(*m_world, model.entity);
    model.moving = standing.moving;
    model.casts = !standing.unseen && meshCastsShadows(*m_world, model.entity);
    std::tie(model.min, model.max) = boundsAt(*model.mesh, standing.place);
    model.probe = nullptr;
    model.light.reset();
    if (!m_lightmap || standing.moving)
        return;
    model.probe = m_lightmap->source->probeOf(model.entity, *model.mesh->model, standing.place);
    if (const auto* volume = model.probe == nullptr ? lightVolume() : nullptr)
        model.light = lightOnModel(*volume, *model.mesh, standing.place);
}

/// Places the model anew; what it showed before is left to be removed if that was another.
void DrawnScene::refreshModel(EntityId entity, Parents& parents, std::vector<DrawnModel>& added)
{
    const auto known = m_meshOfModel.find(entity);
    const auto shape = shapeOf(*m_world, m_assets, entity);
    if (!shape || !m_world->exists(entity)) {
        if (known != m_meshOfModel.end())
            m_meshOfModel.erase(known);
        return;
    }
    DrawnModel model{.entity = entity};
    if (known != m_meshOfModel.end() && known->second->model == shape) {
        model.mesh = known->second;
        const auto at = std::lower_bound(m_models.begin(), m_models.end(), model, comesBefore);
        const auto before = *at;
        placeModel(*at, standingOf(entity, parents));
        if (!before.moving || !at->moving || before.casts != at->casts) {
            m_casterChanges.add(before.min, before.max);
            m_casterChanges.add(at->min, at->max);
        }
        return;
    }
    model.mesh = m_meshes.acquire(shape);
    placeModel(model, standingOf(entity, parents));
    m_casterChanges.add(model.min, model.max);
    m_meshOfModel[entity] = model.mesh;
    added.push_back(model);
}

void DrawnScene::refreshModels()
{
    auto dirty = std::exchange(m_dirtyModels, {});
    if (std::exchange(m_allModelsDirty, false)) {
        for (const auto& model : m_models)
            dirty.insert(model.entity);
        forEachMesh(*m_world, [&](EntityId entity) { dirty.insert(entity); });
    }
    if (dirty.empty())
        return;
    std::vector<DrawnModel> added;
    Parents parents;
    for (const auto entity : dirty) {
        m_decals.markSurface(entity);
        refreshModel(entity, parents, added);
    }
    // What shows another mesh now, or none, is not where it was.
    std::erase_if(m_models, [&](const DrawnModel& model) {
        if (!dirty.contains(model.entity))
            return false;
        const auto at = m_meshOfModel.find(model.entity);
        const bool leaves = at == m_meshOfModel.end() || at->second != model.mesh;
        if (leaves) {
            m_casterChanges.add(model.min, model.max);
            m_meshes.release(model.mesh);
        }
        return leaves;
    });
    if (added.empty())
        return;
    m_models.insert(m_models.end(), added.begin(), added.end());
    std::sort(m_models.begin(), m_models.end(), comesBefore);
}

const DrawnModel* DrawnScene::findModel(EntityId entity) const
{
    const auto known = m_meshOfModel.find(entity);
    if (known == m_meshOfModel.end())
        return nullptr;
    const auto at =
        std::lower_bound(m_models.begin(), m_models.end(),
                         DrawnModel{.entity = entity, .mesh = known->second}, comesBefore);
    return at != m_models.end() && at->entity == entity ? &*at : nullptr;
}
} // namespace engine
