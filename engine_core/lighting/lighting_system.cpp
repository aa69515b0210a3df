#include "engine_core/lighting/lighting_system.h"

#include "engine_core/lighting/bake_plants.h"
#include "engine_core/lighting/face_inputs.h"
#include "engine_core/lighting/lit_part.h"
#include "engine_core/lighting/shadow_reach.h"
#include "engine_core/lighting/stale_sources.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/light/body_hash.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/spatial/mesh_source.h"
#include "engine_core/scene/spatial/spatial_index.h"
#include "engine_core/scene/world/reparented.h"
#include "engine_core/scene/world/world.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
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
    return x->luxelsPerMetre == y->luxelsPerMetre && x->lightBounces == y->lightBounces &&
           x->lightSamples == y->lightSamples;
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

constexpr auto LastFace = std::numeric_limits<std::uint32_t>::max();

bool changesPlants(const Change& change)
{
    return change.type == typeIdOf<FoliagePlacement>() || change.type == typeIdOf<FoliageType>() ||
           change.type == typeIdOf<FoliageLayer>();
}

std::string lightmapHash(const World& world)
{
    const auto* reference = world.get<LightmapRef>(SceneEntity);
    return reference != nullptr ? reference->hash : std::string{};
}
} // namespace

struct LightingSystem::State
{
    World* world = nullptr;
    SpatialIndex index;
    std::unordered_set<EntityId> unindexed; ///< changed since `index` was asked last

    /// What a lightmap was made from.
    struct Bake
    {
        std::shared_ptr<const World> world; ///< null: nothing
        LeafHashes leaves;
        ModelShapes shapes;
        ReflectionHashes reflections;
        std::set<FaceKey> foreign; ///< compareWith() found these different
    };

    std::map<std::string, Bake> bakedByHash; ///< by LightmapRef::hash
    Bake shown;                              ///< of the shown lightmap
    StaleSources sources;
    bool settingsDiffer = false;

    std::set<FaceKey> stale;
    FaceParts parts; ///< of those that are stale there alone
    std::optional<ContentHash> files; ///< filesNow() when picturesChanged() was told last
    bool staleIsCurrent = false;
    bool staleIsAll = false;               ///< all faces, but for those of `unlisted`
    std::unordered_set<EntityId> unlisted; ///< changed since then
    std::size_t faces = 0;
    bool facesAreCurrent = false;
    std::uint64_t revision = 0;

    [[nodiscard]] ModelShapes shapesNow() const;
    void changed();
    void indexChanged();
    void compare(EntityId entity);
    void compareAll();
    void showBake(const std::string& hash);
    [[nodiscard]] ContentHash filesNow() const;

    [[nodiscard]] bool isAllStale() const { return !shown.world || settingsDiffer; }

    void collectStale();
    void addReturned(EntityId entity, EntityId bakedAs);
    void addFaces(EntityId entity);
    void collectAll();
    template <typename Visit>
    void forEachFaceNear(const Vec3d& light, double range, const Visit& visit) const;
    void addFacesNear(const Vec3d& light, double range);
    void addFacesLitWith(const Aabb& bounds, std::unordered_set<EntityId>& done);
    void addFacesShadedBy(std::span<const Aabb> boxes);
    void addPart(const FaceKey& face, Aabb part);
    void addRecolored();
};

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

/// Its light is that of the face it was, unless that was stale or is painted anew.
void LightingSystem::State::addReturned(EntityId entity, EntityId bakedAs)
{
    const auto& before = sources.at(bakedAs).before;
    const auto& after = sources.at(entity).after;
    for (const auto face : repaintedFaces(before, after))
        stale.insert({entity, face});
    for (auto at = shown.foreign.lower_bound({bakedAs, 0});
         at != shown.foreign.end() && at->first == bakedAs; ++at)
        stale.insert({entity, at->second});
}

void LightingSystem::State::addFaces(EntityId entity)
{
    const auto part = litPartOf(*world, entity);
    if (!part.brush)
        return;
    const bool isLast = stale.empty() || stale.rbegin()->first < entity;
    const auto next = isLast ? stale.end() : stale.upper_bound({entity, LastFace});
    for (std::uint32_t face = 0; face < part.brush->faceCount(); ++face)
        stale.insert(next, {entity, face});
}

/// Of a level that was never baked: after an edit only the faces that it touched are looked at.
void LightingSystem::State::collectAll()
{
    if (!std::exchange(staleIsAll, true)) {
        stale.clear();
        parts.clear();
        unlisted.clear();
        world->forEach<BrushComponent>(
            [&](EntityId entity, const BrushComponent&) { addFaces(entity); });
        return;
    }
    for (const auto entity : std::exchange(unlisted, {})) {
        stale.erase(stale.lower_bound({entity, 0}), stale.upper_bound({entity, LastFace}));
        addFaces(entity);
    }
}

/// visit(entity, brush in its place, face).
template <typename Visit>
void LightingSystem::State::forEachFaceNear(const Vec3d& light,
                                            double range,
                                            const Visit& visit) const
{
    for (const auto entity : index.overlapping(Aabb{light, light}.grown(range))) {
        const auto part = litPartOf(*world, entity);
        const auto placed = brushAt(part.brush, part.place);
        if (!placed)
            continue;
        for (std::uint32_t face = 0; face < placed->faceCount(); ++face)
            if (faceBounds(*placed, face).distanceTo(light) <= range)
                visit(entity, *placed, face);
    }
}

void LightingSystem::State::addFacesNear(const Vec3d& light, double range)
{
    forEachFaceNear(light, range, [&](EntityId entity, const Brush&, std::uint32_t face) {
        stale.insert({entity, face});
    });
}

void LightingSystem::State::addFacesLitWith(const Aabb& bounds, std::unordered_set<EntityId>& done)
{
    if (bounds.isEmpty())
        return;
    for (const auto entity : index.overlapping(bounds)) {
        const auto* light = world->get<Light>(entity);
        if (light == nullptr || !light->baked)
            continue;
        const auto place = worldTransform(*world, entity).position;
        const auto range = static_cast<double>(light->range);
        if (bounds.distanceTo(place) <= range && done.insert(entity).second)
            addFacesNear(place, range);
    }
}

/// What changed within the boxes only throws shadows: of plants, the light that comes in over other
/// faces hardly tells.
void LightingSystem::State::addFacesShadedBy(std::span<const Aabb> boxes)
{
    std::unordered_map<EntityId, std::vector<Aabb>> byLight;
    for (const auto& box : boxes)
        for (const auto entity : index.overlapping(box)) {
            const auto* light = world->get<Light>(entity);
            if (light != nullptr && light->baked && light->castShadows &&
                box.distanceTo(worldTransform(*world, entity).position) <=
                    static_cast<double>(light->range))
                byLight[entity].push_back(box);
        }
    for (const auto& [entity, shading] : byLight) {
        const auto place = worldTransform(*world, entity).position;
        forEachFaceNear(place, static_cast<double>(world->get<Light>(entity)->range),
                        [&](EntityId solid, const Brush& brush, std::uint32_t face) {
                            for (const auto& box : shading)
                                if (auto part = shadowOn(brush, face, place, box); !part.isEmpty())
                                    addPart({solid, face}, part);
                        });
    }
}

/// After all that is stale as a whole.
void LightingSystem::State::addPart(const FaceKey& face, Aabb part)
{
    if (!stale.insert(face).second && !parts.contains(face))
        return;
    constexpr std::size_t MostParts = 64; // more make one, so that views draw no thousands
    auto& known = parts[face];
    if (std::ranges::any_of(known, [&](const Aabb& box) { return box.contains(part); }))
        return;
    const bool isFull = known.size() >= MostParts;
    std::erase_if(known, [&](const Aabb& box) {
        if (isFull)
            part.add(box);
        return isFull || part.contains(box);
    });
    known.push_back(part);
}

/// Faces whose material throws back other light than when it was baked.
void LightingSystem::State::addRecolored()
{
    std::unordered_set<Name> changed;
    for (const auto& [material, hash] : shown.reflections)
        if (world->meshes()->reflectionOf(material) != hash)
            changed.insert(Name{material});
    if (changed.empty())
        return;
    world->forEach<BrushComponent>([&](EntityId entity, const BrushComponent&) {
        const auto part = litPartOf(*world, entity);
        const auto count = part.brush ? part.brush->faceCount() : 0;
        for (std::uint32_t face = 0; face < count; ++face)
            if (changed.contains(part.brush->faces()[face].material))
                stale.insert({entity, face});
    });
}

void LightingSystem::State::collectStale()
{
    if (staleIsCurrent)
        return;
    staleIsCurrent = true;
    if (isAllStale())
        return collectAll();
    staleIsAll = false;
    stale.clear();
    parts.clear();
    indexChanged();
    for (auto at = shown.foreign.begin(); at != shown.foreign.end();) {
        const auto entity = at->first;
        const auto part = litPartOf(*world, entity); // once for all of its faces
        const auto count = part.brush ? part.brush->faceCount() : 0;
        for (; at != shown.foreign.end() && at->first == entity; ++at)
            if (at->second < count)
                stale.insert(stale.end(), *at);
    }
    const auto pairs = returned(sources);
    std::unordered_set<EntityId> paired;
    for (const auto& [entity, bakedAs] : pairs) {
        addReturned(entity, bakedAs);
        paired.insert({entity, bakedAs});
    }
    std::unordered_set<EntityId> done;
    for (const auto& [entity, source] : sources) {
        if (paired.contains(entity))
            continue;
        for (const auto face : source.repainted)
            stale.insert({entity, face});
        if (source.shape) {
            addFaces(entity);
            addFacesLitWith(boundsOfPart(source.before, world->meshes()), done);
            addFacesLitWith(boundsOfPart(source.after, world->meshes()), done);
        }
        if (source.light)
            for (const auto* part : {&source.before, &source.after})
                if (part->light)
                    addFacesNear(part->place.position, static_cast<double>(part->light->range));
    }
    if (world->meshes() == nullptr)
        return;
    addRecolored();
    addFacesShadedBy(
        changedShadows(*shown.world, *world, *world->meshes(), shown.leaves, shown.shapes));
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
    std::vector<BakeLight> lights;
    state.world->forEach<Light>([&](EntityId entity, const Light& light) {
        if (!isLeftOut(*state.world, entity))
            lights.push_back({worldTransform(*state.world, entity).position, light});
    });
    std::vector<StaticBrush> brushes;
    for (const auto& brush : staticBrushes(*state.world))
        if (auto placed = brushAt(brush.brush, brush.place);
            placed && isInBake(*state.world, brush.entity, *placed))
            brushes.push_back({brush.entity, std::move(placed), {}});
    std::vector<BakeMesh> meshes;
    if (const auto* models = state.world->meshes())
        for (auto& mesh : staticMeshes(*state.world, *models)) {
            if (isLeftOut(*state.world, mesh.entity))
                continue;
            const bool casts = meshCastsShadows(*state.world, mesh.entity);
            meshes.push_back({std::move(mesh), casts});
        }
    std::vector<BakePlants> plants;
    if (const auto* models = state.world->meshes())
        plants = collectBakePlants(*state.world, *models);
    using Places = FaceInputs::Places;
    using Plants = FaceInputs::Plants;
    const FaceInputs inputs{brushes, lights, meshes, plants};
    std::array<std::optional<FaceInputs>, 2> older; // as they were counted once
    const auto isAs = [&](const LightmapChart& chart, std::size_t brush, FaceIndex face) {
        if (chart.inputs == inputs.of(brush, face))
            return true;
        for (std::size_t i = 0; i < older.size(); ++i) {
            if (!older[i])
                older[i].emplace(brushes, lights, meshes, plants,
                                 i == 0 ? Places::Rounded : Places::Exact, Plants::Around);
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
    for (const auto& [mesh, casts] : meshes)
        if (lightmap.probes.contains(mesh.entity))
            bodies.emplace(bodyHash(*mesh.mesh, mesh.place), mesh.entity);
    return bodies;
}
} // namespace engine
