#include "engine_core/lighting/lighting_system.h"

#include "engine_core/lighting/bake_plants.h"
#include "engine_core/lighting/face_inputs.h"
#include "engine_core/lighting/lighting_state.h"
#include "engine_core/lighting/lit_part.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/light/body_hash.h"
#include "engine_core/scene/light/scene_light.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/spatial/mesh_source.h"
#include "engine_core/scene/world/reparented.h"
#include "engine_core/scene/world/world.h"

#include <array>
#include <map>
#include <optional>
#include <unordered_set>
#include <utility>

namespace engine
{
namespace
{
bool sameSettings(const World& a, const World& b)
{
    const auto* x = a.get<SceneSettings>(SceneEntity);
    const auto* y = b.get<SceneSettings>(SceneEntity);
    if (x == nullptr || y == nullptr)
        return x == y;
    const bool sameSky =
        (!hasSkyLight(*x) && !hasSkyLight(*y)) ||
        (x->skyLight == y->skyLight && x->skyTop == y->skyTop && x->skyHorizon == y->skyHorizon);
    return sameSky && x->luxelsPerMetre == y->luxelsPerMetre &&
           x->lightBounces == y->lightBounces && x->lightSamples == y->lightSamples &&
           x->lightNoise == y->lightNoise && x->adaptiveDensity == y->adaptiveDensity &&
           x->luxelLimit == y->luxelLimit;
}

bool reachesChildren(const Change& change)
{
    return change.type == typeIdOf<TransformComponent>() || setsInMotion(change.type) ||
           change.type == typeIdOf<Layer>() || isReparented(change);
}

std::size_t facesOf(const ComponentValue& value)
{
    const auto* component = static_cast<const BrushComponent*>(value.get());
    return component != nullptr && component->brush ? component->brush->faceCount() : 0;
}

/// Whether there may be other faces to light than before. A brush that was only moved or reshaped
/// has the same ones, so that dragging one costs nothing in a big level without light.
bool changesFaces(const Change& change)
{
    if (change.type == typeIdOf<BrushComponent>())
        return facesOf(change.before) != facesOf(change.after) ||
               change.before == change.after; // its materials say something else of it
    return change.type != typeIdOf<TransformComponent>() && reachesChildren(change);
}

bool changesPlants(const Change& change)
{
    return change.type == typeIdOf<FoliagePlacement>() || change.type == typeIdOf<FoliageType>() ||
           change.type == typeIdOf<FoliageLayer>();
}

/// What a bake of the world would take in, as compareWith() needs it.
struct Surroundings
{
    std::vector<BakeLight> lights;
    std::vector<StaticBrush> brushes;
    std::vector<BakeMesh> meshes;
    std::vector<BakePlants> plants;

    /// It points into this.
    [[nodiscard]] LightSurroundings level(const World& world) const
    {
        LightSurroundings all{brushes, lights, meshes, plants};
        if (const auto* settings = world.get<SceneSettings>(SceneEntity))
            all.settings = *settings;
        if (const auto* models = world.meshes())
            all.glowOf = [models](Name material) {
                return models->glowOf(material.text());
            };
        return all;
    }
};

Surroundings collectSurroundings(const World& world)
{
    Surroundings all;
    world.forEach<Light>([&](EntityId entity, const Light& light) {
        if (!isLeftOut(world, entity))
            all.lights.push_back(bakeLightOf(world, entity, light));
    });
    for (const auto& brush : staticBrushes(world))
        if (auto placed = brushAt(brush.brush, brush.place);
            placed && isInBake(world, brush.entity, *placed))
            all.brushes.push_back({brush.entity, std::move(placed), {}});
    const auto* models = world.meshes();
    if (models == nullptr)
        return all;
    for (auto& mesh : staticMeshes(world, *models)) {
        if (isLeftOut(world, mesh.entity))
            continue;
        const bool casts = meshCastsShadows(world, mesh.entity);
        all.meshes.push_back({std::move(mesh), casts});
    }
    all.plants = collectBakePlants(world, *models);
    return all;
}

/// Whether light that knows of the one is as right for the other. What a model looks like may have
/// changed without its part telling.
bool isAlike(const LitPart& a, const LitPart& b)
{
    return a.model.empty() && sameShape(a, b) && sameLight(a, b) && repaintedFaces(a, b).empty();
}

std::string lightmapHash(const World& world)
{
    const auto* reference = world.get<LightmapRef>(SceneEntity);
    return reference != nullptr ? reference->hash : std::string{};
}
} // namespace

ModelShapes LightingSystem::State::shapesNow() const
{
    const auto* models = world->meshes();
    return models != nullptr ? modelShapesOf(*world, *models) : ModelShapes{};
}

/// Of all that the shown light depends on and files may change. There are meshes.
ContentHash LightingSystem::State::filesNow() const
{
    const auto& meshes = *world->meshes();
    Hasher hasher;
    for (const auto& [material, holes] : shown.leaves)
        hasher.add(meshes.holesOf(material));
    for (const auto& [path, hash] : shown.shapes)
        hasher.add(meshes.shown(path)->hash());
    for (const auto& [material, hash] : shown.reflections)
        hasher.add(meshes.reflectionOf(material));
    return hasher.add(shown.leaves.size()).add(shown.shapes.size()).result();
}

void LightingSystem::State::changed()
{
    ++revision;
    staleIsCurrent = false;
}

/// Only before the index is asked: a drag of many brushes need not wait for it.
void LightingSystem::State::indexChanged()
{
    ChangeSet changes;
    for (const auto entity : std::exchange(unindexed, {}))
        changes.changes.push_back({entity, typeIdOf<BrushComponent>(), nullptr, nullptr});
    index.onChanged(changes);
}

void LightingSystem::State::compare(EntityId entity)
{
    if (!shown.world)
        return;
    StaleSource source;
    source.before = litPartOf(*shown.world, entity);
    source.after = litPartOf(*world, entity);
    if (const auto at = shown.shapes.find(source.before.model); at != shown.shapes.end())
        source.before.modelShape = at->second;
    if (world->meshes() != nullptr && shown.shapes.contains(source.after.model))
        source.after.modelShape = world->meshes()->shown(source.after.model)->hash();
    source.shape = !sameShape(source.before, source.after);
    if (!source.shape)
        source.repainted = repaintedFaces(source.before, source.after);
    source.light = !sameLight(source.before, source.after);
    const bool differs = source.shape || source.light || !source.repainted.empty();
    if (!differs && sources.erase(entity) == 0)
        return;
    // A lamp that has become a live one since the bake may change in any way.
    if (const auto known = sources.find(entity);
        differs && known != sources.end() && isAlike(known->second.after, source.after))
        return;
    if (differs)
        sources.insert_or_assign(entity, std::move(source));
    changed();
}

void LightingSystem::State::compareAll()
{
    sources.clear();
    changed();
    facesAreCurrent = false;
    settingsDiffer = shown.world && !sameSettings(*shown.world, *world);
    if (!shown.world)
        return;
    std::unordered_set<EntityId> all;
    for (const World* each : std::array<const World*, 2>{world, shown.world.get()}) {
        each->forEach<BrushComponent>([&](EntityId id, const BrushComponent&) { all.insert(id); });
        each->forEach<Light>([&](EntityId id, const Light&) { all.insert(id); });
        forEachMesh(*each, [&](EntityId id) { all.insert(id); });
    }
    for (const auto entity : all)
        compare(entity);
}

void LightingSystem::State::showBake(const std::string& hash)
{
    const auto at = bakedByHash.find(hash);
    if (at == bakedByHash.end() && !hash.empty())
        return; // just published: markFresh() tells what it was made from
    shown = at != bakedByHash.end() ? at->second : Bake{};
    compareAll();
}

LightingSystem::LightingSystem() : m_state{std::make_unique<State>()} {}

LightingSystem::~LightingSystem() = default;

void LightingSystem::attach(World& world)
{
    m_state->world = &world;
    m_state->index.attach(world);
    m_state->unindexed.clear();
    // What a file brings along is taken as baked from it, until compareWith() knows better.
    const auto hash = lightmapHash(world);
    m_state->shown = {};
    m_state->bakedByHash.clear();
    if (!hash.empty()) {
        m_state->shown.world = std::make_shared<const World>(world);
        m_state->bakedByHash.emplace(hash, m_state->shown);
    }
    m_state->sources.clear();
    m_state->settingsDiffer = false;
    m_state->facesAreCurrent = false;
    m_state->staleIsAll = false;
    m_state->changed();
}

void LightingSystem::onChanged(const ChangeSet& changes)
{
    auto& state = *m_state;
    std::unordered_set<EntityId> touched;
    bool bakeChanged = false;
    bool facesChanged = false;
    bool plantsChanged = false;
    for (const auto& change : changes.changes) {
        facesChanged = facesChanged || changesFaces(change);
        if (reachesChildren(change)) {
            const auto all = subtree(*state.world, change.entity);
            touched.insert(all.begin(), all.end());
        } else if (change.type == typeIdOf<BrushComponent>() || change.type == typeIdOf<Light>() ||
                   isMeshType(change.type)) {
            touched.insert(change.entity);
        } else if (change.type == typeIdOf<SceneSettings>() && state.shown.world) {
            state.settingsDiffer = !sameSettings(*state.shown.world, *state.world);
            state.changed();
        }
        bakeChanged = bakeChanged || change.type == typeIdOf<LightmapRef>();
        plantsChanged = plantsChanged || changesPlants(change);
    }
    if (facesChanged) {
        state.facesAreCurrent = false;
        if (!state.shown.world)
            state.changed();
    }
    // A stroke that paints plants shows its shadows as stale when it ends, not at each move.
    if (plantsChanged && state.shown.world && changes.kind == ChangeKind::Final)
        state.changed();
    if (bakeChanged)
        state.showBake(lightmapHash(*state.world));
    for (const auto entity : touched)
        state.compare(entity);
    if (state.staleIsAll)
        state.unlisted.insert(touched.begin(), touched.end());
    state.unindexed.merge(touched);
}

void LightingSystem::update(double) {} // stale faces are collected when asked for

const std::set<LightingSystem::FaceKey>& LightingSystem::staleFaces() const
{
    m_state->collectStale();
    return m_state->stale;
}

const FaceParts& LightingSystem::staleParts() const
{
    m_state->collectStale();
    return m_state->parts;
}

std::optional<OldLight> LightingSystem::oldLight() const
{
    auto& state = *m_state;
    state.collectStale();
    if (state.isAllStale())
        return std::nullopt;
    OldLight old{nullptr, state.stale, state.anew, std::vector<BakeLight>{}, state.moved};
    const auto& before = *state.shown.world;
    before.forEach<Light>([&](EntityId entity, const Light& light) {
        if (light.baked && !isLeftOut(before, entity))
            old.lights->push_back(bakeLightOf(before, entity, light));
    });
    return old;
}

bool LightingSystem::isAllStale() const
{
    return m_state->isAllStale();
}

std::size_t LightingSystem::faceCount() const
{
    if (m_state->isAllStale())
        return staleFaces().size();
    if (!m_state->facesAreCurrent) {
        m_state->faces = 0;
        m_state->world->forEach<BrushComponent>([&](EntityId id, const BrushComponent& brush) {
            if (brush.brush && !isMoving(*m_state->world, id) &&
                isInBake(*m_state->world, id, *brush.brush))
                m_state->faces += brush.brush->faceCount();
        });
        m_state->facesAreCurrent = true;
    }
    return m_state->faces;
}

std::uint64_t LightingSystem::revision() const
{
    return m_state->revision;
}

void LightingSystem::markAllFresh()
{
    markFresh(*m_state->world, {}, m_state->shapesNow());
}

void LightingSystem::markFresh(const World& baked,
                               const LeafHashes& leaves,
                               const ModelShapes& shapes,
                               const ReflectionHashes& reflections)
{
    m_state->shown = {std::make_shared<const World>(baked), leaves, shapes, reflections, {}};
    m_state->bakedByHash.insert_or_assign(lightmapHash(*m_state->world), m_state->shown);
    m_state->compareAll();
}

void LightingSystem::picturesChanged()
{
    if (!m_state->shown.world || m_state->world->meshes() == nullptr)
        return;
    // While a roughness is dragged nothing of it is about light, and looking at plants takes long.
    const auto now = m_state->filesNow();
    if (std::exchange(m_state->files, now) != now)
        m_state->changed();
}

std::map<ContentHash, EntityId> LightingSystem::compareWith(const Lightmap& lightmap)
{
    auto& state = *m_state;
    const auto inputs = collectSurroundings(*state.world);
    const auto& brushes = inputs.brushes;
    const auto level = inputs.level(*state.world);
    using Places = FaceInputs::Places;
    using Plants = FaceInputs::Plants;
    const FaceInputs current{level};
    std::array<std::optional<FaceInputs>, 2> older; // as they were counted once
    const auto isAs = [&](const LightmapChart& chart, std::size_t brush, FaceIndex face) {
        if (chart.inputs == current.of(brush, face))
            return true;
        for (std::size_t i = 0; i < older.size(); ++i) {
            if (!older[i])
                older[i].emplace(level, i == 0 ? Places::Rounded : Places::Exact, Plants::Around);
            if (chart.inputs == older[i]->of(brush, face))
                return true;
        }
        return false;
    };
    markFresh(*state.world, lightmap.leaves, state.shapesNow(), lightmap.reflections);
    std::map<ContentHash, EntityId> bodies;
    for (std::size_t i = 0; i < brushes.size(); ++i) {
        const auto& [entity, brush, place] = brushes[i];
        const auto charts = lightmap.chartsOf(entity, *brush);
        bool isAsBaked = false;
        for (std::uint32_t face = 0; face < brush->faceCount(); ++face) {
            const auto* chart = lightmap.find(charts, face);
            if (chart != nullptr && isAs(*chart, i, face))
                isAsBaked = true;
            else
                state.shown.foreign.insert({entity, face});
        }
        if (isAsBaked)
            bodies.emplace(bodyHash(*brush), charts);
    }
    state.bakedByHash.insert_or_assign(lightmapHash(*state.world), state.shown);
    for (const auto& [mesh, casts] : inputs.meshes)
        if (lightmap.probes.contains(mesh.entity))
            bodies.emplace(bodyHash(*mesh.mesh, mesh.place), mesh.entity);
    return bodies;
}
} // namespace engine
