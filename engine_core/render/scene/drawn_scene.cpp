#include "engine_core/render/scene/drawn_scene.h"

#include "engine_core/scene/checks/expectation.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/joint.h"
#include "engine_core/scene/components/movement.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/components/trigger.h"
#include "engine_core/scene/decals/decal.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/world/reparented.h"

#include <algorithm>
#include <array>

namespace engine
{
namespace
{
constexpr int MaxDepth = 256; ///< of parents; a cycle in a broken file must end

bool isBefore(const DrawnBrush& brush, EntityId entity)
{
    return brush.entity < entity;
}

/// Whether the change of a Node concerns what is drawn, and not its name alone.
bool changesLook(const Change& change)
{
    return isReparented(change) || static_cast<const Node*>(change.before.get())->hidden !=
                                       static_cast<const Node*>(change.after.get())->hidden;
}

/// Those of one brush among faces in their order.
std::span<const CoveredFace> facesOf(EntityId entity, const std::vector<CoveredFace>& faces)
{
    const auto first = std::lower_bound(faces.begin(), faces.end(), CoveredFace{entity, 0});
    const auto last = std::find_if(
        first, faces.end(), [entity](const CoveredFace& face) { return face.entity != entity; });
    return {first, last};
}
} // namespace

void CasterChanges::add(const Vec3f& min, const Vec3f& max)
{
    constexpr std::size_t MostBoxes = 256; // beyond, looking through them costs more than it saves
    if (all || boxes.size() >= MostBoxes) {
        all = true;
        boxes.clear();
        return;
    }
    boxes.emplace_back(min, max);
}

DrawnScene::DrawnScene(MeshCache& meshes,
                       FoliageBuffer& plants,
                       GpuLightmaps& lightmaps,
                       AssetDatabase& assets)
    : m_meshes{meshes}
    , m_lightmaps{lightmaps}
    , m_assets{assets}
    , m_foliage{meshes, plants, assets}
    , m_decals{meshes}
{
}

DrawnScene::~DrawnScene()
{
    clear();
    clearModels();
}

void DrawnScene::clear()
{
    for (const auto& brush : m_brushes)
        m_meshes.release(brush.mesh);
    m_brushes.clear();
}

void DrawnScene::clearModels()
{
    for (const auto& model : m_models)
        m_meshes.release(model.mesh);
    m_models.clear();
    m_meshOfModel.clear();
}

void DrawnScene::attach(const World& world)
{
    m_world = &world;
    m_chartsOf.clear();
    m_allDirty = true;
    m_allModelsDirty = true;
    m_objectsDirty = true;
    m_foliage.markAllChanged();
}

void DrawnScene::markChanged(const ChangeSet& changes)
{
    m_foliage.markChanged(changes);
    for (const auto& change : changes.changes) {
        if (change.type == typeIdOf<BrushComponent>())
            m_dirty.insert(change.entity);
        else if (isMeshType(change.type))
            m_dirtyModels.insert(change.entity);
        else if (change.type == typeIdOf<Decal>())
            m_decals.markDecal(change.entity);
        else if (change.type == typeIdOf<TransformComponent>() || setsInMotion(change.type) ||
                 change.type == typeIdOf<Trigger>() ||
                 (change.type == typeIdOf<Node>() && changesLook(change)))
            m_dirtyTrees.insert(change.entity);
        if (change.type != typeIdOf<BrushComponent>())
            m_objectsDirty = true;
    }
}

DrawnScene::Standing DrawnScene::standingOf(EntityId entity, Parents& parents, int depth) const
{
    const auto* node = m_world->get<Node>(entity);
    Standing standing;
    if (node == nullptr || depth > MaxDepth)
        return standing;
    if (node->parent) {
        const auto known = parents.find(node->parent);
        standing = known != parents.end()
                       ? known->second
                       : parents.emplace(node->parent, standingOf(node->parent, parents, depth + 1))
                             .first->second;
    }
    if (const auto* local = m_world->get<TransformComponent>(entity))
        standing.place = standing.place * local->transform();
    standing.moving = standing.moving || m_world->get<Mover>(entity) != nullptr ||
                      m_world->get<Body>(entity) != nullptr;
    standing.hidden = standing.hidden || node->hidden;
    if (const auto* trigger = m_world->get<Trigger>(entity))
        standing.unseen = standing.unseen || trigger->hides;
    return standing;
}

void DrawnScene::placeMesh(DrawnBrush& brush, const Standing& standing)
{
    if (const auto owner = brush.mesh->charts;
        owner && owner != brush.entity && m_world->get<BrushComponent>(owner) == nullptr)
        m_chartsOf[brush.entity] = owner;
    brush.hidden = standing.hidden;
    const auto* component = m_world->get<BrushComponent>(brush.entity);
    const auto traits = traitsOf(*component->brush, m_world->surfaces());
    brush.unseen = standing.unseen || !traits.seen;
    brush.partlyUnseen = !traits.allSeen;
    brush.moving = standing.moving;
    brush.casts = !standing.unseen;
    brush.min = brush.mesh->min;
    brush.max = brush.mesh->max;
    if (standing.moving)
        std::tie(brush.min, brush.max) = boundsAt(*brush.mesh, standing.place);
}

void DrawnScene::replaceMesh(DrawnBrush& brush, GpuMesh* mesh, const Standing& standing)
{
    const auto before = brush;
    brush.mesh = mesh;
    placeMesh(brush, standing);
    if (before.moving && brush.moving && before.mesh == mesh && before.casts == brush.casts)
        return;
    if (before.mesh != nullptr)
        m_casterChanges.add(before.min, before.max);
    m_casterChanges.add(brush.min, brush.max);
}

CasterChanges DrawnScene::takeCasterChanges()
{
    return std::exchange(m_casterChanges, {.all = false, .boxes = {}});
}

void DrawnScene::update(std::size_t plantBytes)
{
    if (m_world == nullptr)
        return;
    if (refreshLightmap()) {
        m_allDirty = m_allModelsDirty = true;
        m_chartsOf.clear();
    }
    auto entities = std::exchange(m_dirty, {});
    for (const auto root : m_dirtyTrees)
        for (const auto each : subtree(*m_world, root)) {
            entities.insert(each);
            m_dirtyModels.insert(each);
            if (m_decals.knows(each) || m_world->get<Decal>(each) != nullptr)
                m_decals.markDecal(each);
        }
    if (m_allDirty) {
        rebuildAll();
    } else if (!entities.empty()) {
        std::vector<EntityId> sorted{entities.begin(), entities.end()};
        std::sort(sorted.begin(), sorted.end());
        refresh(std::move(sorted));
    }
    m_dirtyTrees.clear();
    refreshModels();
    m_decals.update(*this);
    m_foliage.update(*m_world, m_lightmap ? m_lightmap->source : nullptr, plantBytes);
    if (m_objectsDirty)
        refreshObjects();
}

void DrawnScene::keepLuxels()
{
    m_meshes.keepLuxels();
    m_allDirty |= !std::exchange(m_keepsLuxels, true);
}

bool DrawnScene::refreshLightmap()
{
    const auto* ref = m_world->get<LightmapRef>(SceneEntity);
    const auto wanted = m_draft          ? hashToText(m_draft->hash)
                        : ref != nullptr ? ref->hash
                                         : std::string{};
    if (wanted == m_lightmapName)
        return false;
    auto found = m_draft;
    if (!found && !wanted.empty())
        found = m_assets.lightmaps().find(std::strtoull(wanted.c_str(), nullptr, 16));
    if (!wanted.empty() && !found) {
        // Not loaded yet: looked for again at the next update. What was shown before stays.
        return false;
    }
    m_lightmapName = wanted;
    m_lightmap = m_lightmaps.upload(found, std::move(m_lightmap));
    return true;
}

MeshRequest DrawnScene::requestOf(EntityId entity,
                                  const BrushComponent& component,
                                  const Standing& standing) const
{
    const auto* lightmap = m_lightmap ? m_lightmap->source.get() : nullptr;
    const auto other = m_chartsOf.find(entity);
    return {component.brush, standing.moving ? Transform{} : standing.place,
            other != m_chartsOf.end() ? other->second : entity,
            standing.moving ? nullptr : lightmap};
}

void DrawnScene::rebuildAll()
{
    m_allDirty = false;
    std::vector<MeshRequest> requests;
    std::vector<DrawnBrush> brushes;
    std::vector<Standing> standings;
    const auto count = m_world->count<BrushComponent>();
    requests.reserve(count);
    brushes.reserve(count);
    standings.reserve(count);
    Parents parents;
    m_world->forEach<BrushComponent>([&](EntityId entity, const BrushComponent& component) {
        if (!component.brush)
            return;
        const auto& standing = standings.emplace_back(standingOf(entity, parents));
        brushes.push_back({.entity = entity});
        requests.push_back(requestOf(entity, component, standing));
    });
    const auto meshes = m_meshes.acquire(requests);
    for (std::size_t i = 0; i < brushes.size(); ++i) {
        brushes[i].mesh = meshes[i];
        placeMesh(brushes[i], standings[i]);
    }
    m_decals.markAll();
    m_casterChanges.all = true;
    clear(); // only now, so that meshes that stay are found
    m_brushes = std::move(brushes);
}

void DrawnScene::refresh(std::vector<EntityId> entities)
{
    std::vector<MeshRequest> requests;
    std::vector<Standing> standings;
    std::vector<GpuMesh*> old;
    std::vector<DrawnBrush> added;
    std::unordered_set<EntityId> gone;
    Parents parents;
    std::vector<EntityId> drawn;
    for (const auto entity : entities) {
        m_decals.markSurface(entity);
        const auto* component = m_world->get<BrushComponent>(entity);
        const auto* known = find(entity);
        if (component == nullptr || !component->brush || !m_world->exists(entity)) {
            if (known != nullptr)
                gone.insert(entity);
            continue;
        }
        if (known == nullptr)
            added.push_back({.entity = entity});
        drawn.push_back(entity);
        const auto& standing = standings.emplace_back(standingOf(entity, parents));
        requests.push_back(requestOf(entity, *component, standing));
    }
    const auto meshes = m_meshes.acquire(requests);
    if (!gone.empty())
        std::erase_if(m_brushes, [&](const DrawnBrush& brush) {
            const bool leaves = gone.contains(brush.entity);
            if (leaves) {
                old.push_back(brush.mesh);
                m_casterChanges.add(brush.min, brush.max);
            }
            return leaves;
        });
    if (!added.empty()) {
        const auto middle = static_cast<std::ptrdiff_t>(m_brushes.size());
        m_brushes.insert(m_brushes.end(), added.begin(), added.end());
        std::inplace_merge(
            m_brushes.begin(), m_brushes.begin() + middle, m_brushes.end(),
            [](const DrawnBrush& a, const DrawnBrush& b) { return a.entity < b.entity; });
    }
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        auto& brush = *std::lower_bound(m_brushes.begin(), m_brushes.end(), drawn[i], isBefore);
        if (brush.mesh != nullptr)
            old.push_back(brush.mesh);
        replaceMesh(brush, meshes[i], standings[i]);
    }
    for (auto* const mesh : old)
        m_meshes.release(mesh);
}

void DrawnScene::refreshObjects()
{
    m_objectsDirty = false;
    m_objects.clear();
    Parents parents;
    const auto add = [&](EntityId entity, ObjectKind kind) {
        m_objects.push_back({entity, kind, standingOf(entity, parents).hidden});
    };
    m_world->forEach<Light>([&](EntityId e, const Light&) { add(e, ObjectKind::Light); });
    m_world->forEach<PlayerStart>(
        [&](EntityId e, const PlayerStart&) { add(e, ObjectKind::PlayerStart); });
    m_world->forEach<AudioSource>([&](EntityId e, const AudioSource&) {
        if (e != SceneEntity)
            add(e, ObjectKind::Sound);
    });
    m_world->forEach<Trigger>([&](EntityId e, const Trigger&) { add(e, ObjectKind::Trigger); });
    m_world->forEach<Ladder>([&](EntityId e, const Ladder&) { add(e, ObjectKind::Ladder); });
    m_world->forEach<Water>([&](EntityId e, const Water&) { add(e, ObjectKind::Water); });
    m_world->forEach<Joint>([&](EntityId e, const Joint&) { add(e, ObjectKind::Joint); });
    m_world->forEach<Decal>([&](EntityId e, const Decal&) { add(e, ObjectKind::Decal); });
    m_world->forEach<Expectation>([&](EntityId e, const Expectation&) {
        if (m_world->get<Trigger>(e) == nullptr)
            add(e, ObjectKind::Expectation);
    });
    m_world->forEach<TransformComponent>([&](EntityId e, const TransformComponent&) {
        const bool shown =
            m_world->get<Expectation>(e) != nullptr || m_world->get<Light>(e) != nullptr ||
            m_world->get<Trigger>(e) != nullptr || m_world->get<Ladder>(e) != nullptr ||
            m_world->get<Water>(e) != nullptr || m_world->get<PlayerStart>(e) != nullptr ||
            m_world->get<AudioSource>(e) != nullptr || m_world->get<Decal>(e) != nullptr ||
            m_world->get<BrushComponent>(e) != nullptr || showsMesh(*m_world, e);
        if (!shown && m_world->children(e).empty())
            add(e, ObjectKind::Empty);
    });
}

bool DrawnScene::isSeenInGame(std::uint32_t material) const
{
    return m_world->surfaces().of(m_meshes.materialName(material)).seen;
}

const LightVolume* DrawnScene::lightVolume() const
{
    const auto* source = m_lightmap ? m_lightmap->source.get() : nullptr;
    return source != nullptr && !source->volume.isEmpty() ? &source->volume : nullptr;
}

const DrawnBrush* DrawnScene::find(EntityId entity) const
{
    // Thousands are mostly asked for in a row.
    if (const auto next = m_lastFound + 1;
        next < m_brushes.size() && m_brushes[next].entity == entity) {
        m_lastFound = next;
        return &m_brushes[next];
    }
    const auto at = std::lower_bound(m_brushes.begin(), m_brushes.end(), entity, isBefore);
    if (at == m_brushes.end() || at->entity != entity)
        return nullptr;
    m_lastFound = static_cast<std::size_t>(at - m_brushes.begin());
    return &*at;
}

SceneSettings DrawnScene::settings() const
{
    const auto* settings = m_world->get<SceneSettings>(SceneEntity);
    return settings != nullptr ? *settings : SceneSettings{};
}

std::span<const CoveredFace> DrawnScene::leftOutOf(EntityId entity) const
{
    return facesOf(entity, m_leftOut);
}

std::span<const CoveredFace> DrawnScene::coveredOf(EntityId entity) const
{
    return facesOf(entity, m_covered);
}

Transform DrawnScene::placeOf(EntityId entity) const
{
    if (!m_places)
        return worldTransform(*m_world, entity);
    Transform below;
    for (int depth = 0; entity && depth < MaxDepth; ++depth) {
        if (const auto moved = m_places(entity))
            return *moved * below;
        if (const auto* local = m_world->get<TransformComponent>(entity))
            below = local->transform() * below;
        const auto* node = m_world->get<Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
    return below;
}
} // namespace engine
