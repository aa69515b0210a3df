#include "engine_core/navigation/mesh/navmesh_layer.h"
#include "engine_core/navigation/mesh/navmesh_system.h"
#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/patches/curved_patch.h"
#include "engine_core/scene/world/reparented.h"
#include "engine_core/scene/world/world_snapshot.h"

#include <algorithm>

/// How a NavmeshSystem learns what the world has: all of it from a worker, then change by change.
namespace engine
{
namespace
{
constexpr std::size_t ManyChanges = 2000; ///< entities; more of them, and all is gathered anew

bool isOneOf(TypeId type, std::initializer_list<TypeId> types)
{
    return std::find(types.begin(), types.end(), type) != types.end();
}

/// Whether navigation looks at such a component of the entity itself.
bool mattersHere(TypeId type)
{
    return isOneOf(type,
                   {typeIdOf<BrushComponent>(), typeIdOf<MeshInstance>(), typeIdOf<CurvedPatch>(),
                    typeIdOf<FoliagePlacement>(), typeIdOf<NavVolume>(), typeIdOf<NavLink>()});
}

/// Whether the change may matter to everything below the entity, too.
bool mattersBelow(const Change& change)
{
    if (isOneOf(change.type, {typeIdOf<TransformComponent>(), typeIdOf<Mover>(), typeIdOf<Body>(),
                              typeIdOf<NavSurface>(), typeIdOf<Layer>(), typeIdOf<NavObstacle>()}))
        return true;
    return isReparented(change);
}
} // namespace

void NavmeshSystem::onChanged(const ChangeSet& changes)
{
    if (changes.kind == ChangeKind::Final && m_gatheringFailed)
        wantScene();
    if ((!m_hasScene && !isGathering()) || changes.kind != ChangeKind::Final)
        return;
    for (const auto& change : changes.changes) {
        m_settingsChanged |= change.type == typeIdOf<NavSettings>();
        m_agentsChanged |= change.type == typeIdOf<NavAgent>();
        if (mattersHere(change.type))
            m_changed.insert(change.entity);
        if (change.type == typeIdOf<FoliageType>())
            if (const auto* node = m_world->get<Node>(change.entity))
                m_changed.insert(node->parent);
        if (!mattersBelow(change))
            continue;
        const bool onlyMoves = change.type == typeIdOf<TransformComponent>();
        if (onlyMoves && isNobodysConcern(change.entity))
            continue;
        for (const auto entity : subtree(*m_world, change.entity))
            if (!onlyMoves || !isUnconcerned(entity))
                m_changed.insert(entity);
    }
}

/// Whether nothing here changes when the entity moves, and takes what is below it along.
bool NavmeshSystem::isNobodysConcern(EntityId entity) const
{
    return m_hasScene && !isGathering() && !m_scene.hasCarried() && m_restless.empty() &&
           movesUnnoticed(*m_world, entity);
}

/// Whether the entity has nothing here, and gets nothing by being moved, as bodies of walkers.
bool NavmeshSystem::isUnconcerned(EntityId entity) const
{
    return m_hasScene && !isGathering() && !m_scene.has(entity) && !m_restless.contains(entity) &&
           movesUnnoticed(*m_world, entity);
}

const NavScene& NavmeshSystem::scene()
{
    ENGINE_EXPECT(m_world != nullptr);
    if (m_gathering)
        wantScene();
    takeIn();
    if (!hasScene())
        gatherNow();
    return m_scene;
}

/// From now on nobody knows which tiles are dirty. Whoever gathers already has begun too early.
void NavmeshSystem::wantScene()
{
    m_wantsScene = true;
    m_gatheringFailed = false;
    if (m_gathering) {
        m_ahead->cancel();
        std::exchange(m_gathering, nullptr)->cancel();
    }
    for (const auto& [name, layer] : m_layers)
        layer->isUnknown = true;
}

std::vector<NavTileInputs> NavmeshSystem::builtTiles() const
{
    std::vector<NavTileInputs> meshes;
    for (const auto& [name, layer] : m_layers)
        meshes.push_back(NavTileInputs::of(layer->mesh));
    return meshes;
}

std::vector<EntityId> NavmeshSystem::restless() const
{
    std::vector<EntityId> entities;
    for (const auto& [entity, time] : m_restless)
        entities.push_back(entity);
    return entities;
}

void NavmeshSystem::gatherNow()
{
    auto found = gatherNavigation(*m_world, builtTiles(), restless(), JobControl{});
    m_wantsScene = m_gatheringFailed = false; // only now: memory may have run out
    m_changed.clear();
    take(std::move(found));
}

/// Of those agents whose mesh somebody waits for.
std::vector<NavConfig> NavmeshSystem::wantedMeshes()
{
    std::vector<NavConfig> wanted;
    for (const auto& [name, layer] : m_layers)
        if (layer->wantsBuild) {
            layer->startClock();
            wanted.push_back(layer->mesh.config());
        }
    return wanted;
}

/// What changes meanwhile is taken in when it is done. What was asked for is begun at once: the
/// window may be drawing when it would have to hand out tiles.
void NavmeshSystem::gather()
{
    const auto found = std::make_shared<NavGathering>();
    const auto control = std::make_shared<std::weak_ptr<JobControl>>();
    const auto ahead = std::make_shared<JobControl>();
    m_gathering = m_jobs.start(
        "Looking at the level",
        [level = std::make_shared<const WorldSnapshot>(*m_world, WorldSnapshot::Models::Shown),
         meshes = builtTiles(), without = restless(), wanted = wantedMeshes(), found, ahead,
         threads = m_threads](JobControl& job) {
            *found = gatherNavigation(level->world(), meshes, without, job);
            if (job.isCancelled())
                return;
            try {
                buildAhead(*found, wanted, threads, *ahead);
            } catch (...) {
                found->built.clear(); // as for memory: they are built one by one
            }
        },
        [this, found, control] {
            if (!m_gathering || control->lock() != m_gathering)
                return; // something made it useless
            const auto failure = std::exchange(m_gathering, nullptr)->failure();
            if (!failure) {
                take(std::move(*found));
                return;
            }
            m_gatheringFailed = true;
            for (const auto& [name, layer] : m_layers) {
                layer->problem = "The level could not be looked at: " + *failure;
                changed(name);
            }
        });
    *control = m_gathering;
    m_ahead = ahead;
    m_wantsScene = false; // only now: memory may have run out
    m_changed.clear();
}

void NavmeshSystem::take(NavGathering found)
{
    m_scene = std::move(found.scene);
    m_hasScene = true;
    for (const auto& [name, layer] : m_layers) {
        const auto stale = found.stale.find(name);
        if (stale == found.stale.end())
            continue;
        layer->isUnknown = false;
        layer->dirty = layer->forced;
        layer->problem = stale->second ? std::string{} : stale->second.error().message();
        if (stale->second)
            layer->dirty.insert(stale->second->begin(), stale->second->end());
        for (const auto& [coord, tile] : layer->failed)
            layer->dirty.insert(coord); // looked at, in case that nothing is there any more
        for (const auto& tile : found.built[name]) {
            if (gatherTile(layer->mesh.config(), m_scene, tile->coord).isEmpty())
                continue; // it is to be taken away
            if (!tile->isGivenUp)
                m_store->put(tile);
            take(*layer, tile);
        }
        if (!found.built[name].empty())
            endIfDone(*layer);
        if (layer->dirty.empty() || !stale->second)
            layer->isTimed = layer->wantsBuild = false;
    }
    for (const auto& [name, layer] : m_layers)
        changed(name);
}

void NavmeshSystem::takeIn()
{
    if (m_gathering)
        return; // it is not known yet in what
    if (m_settingsChanged || m_agentsChanged)
        takeInSettings();
    if (!m_hasScene || m_wantsScene)
        return;
    takeInWhatRests();
    if (m_changed.empty())
        return;
    const bool wasBounded = m_scene.hasBoundsVolume();
    if (m_changed.size() > ManyChanges)
        wantScene();
    else
        for (const auto entity : m_changed)
            takeInEntity(entity);
    m_changed.clear();
    if (wasBounded != m_scene.hasBoundsVolume())
        wantScene();
    for (const auto& [name, layer] : m_layers)
        if (!layer->dirty.empty() || layer->isUnknown)
            changed(name);
}

void NavmeshSystem::takeInEntity(EntityId entity)
{
    if (m_settleTime <= 0 || !isNavObstacle(*m_world, entity)) {
        m_restless.erase(entity);
        markDirty(m_scene.refresh(*m_world, entity));
        return;
    }
    m_restless[entity] = m_now;
    markDirty(m_scene.hide(entity));
}

/// Tiles would have no end of being built if what moves were followed at each step.
void NavmeshSystem::takeInWhatRests()
{
    for (auto at = m_restless.begin(); at != m_restless.end();) {
        if (m_now - at->second < m_settleTime) {
            ++at;
            continue;
        }
        markDirty(m_scene.refresh(*m_world, at->first));
        at = m_restless.erase(at);
    }
}

/// Materials may mean other areas now, and agents may have another size. Tiles whose inputs turn
/// out to be the same stay, and so does the mesh of the last settings that allowed one.
void NavmeshSystem::takeInSettings()
{
    std::vector<std::string> told;
    for (auto at = m_layers.begin(); at != m_layers.end();) {
        const auto profile = findNavProfile(*m_world, at->first);
        const auto config = profile ? makeNavConfig(*profile, navSettingsOf(*m_world))
                                    : Result<NavConfig>{profile.error()};
        if (!profile) {
            at = m_layers.erase(at);
            continue;
        }
        auto& layer = *at->second;
        auto problem = config ? std::string{} : config.error().message();
        if (layer.settingsProblem != problem)
            told.push_back(at->first);
        layer.settingsProblem = std::move(problem);
        if (config && config->hash() != layer.mesh.config().hash()) {
            m_settingsChanged = true; // also if memory runs out before all agents are looked at
            layer.exchange(NavMesh{*config});
        } else if (config) {
            layer.mesh.setAgent(config->profile.agent);
        }
        ++at;
    }
    if (m_settingsChanged)
        wantScene();
    m_settingsChanged = m_agentsChanged = false;
    for (const auto& name : told)
        changed(name);
}

void NavmeshSystem::markDirty(const Aabb& box)
{
    if (box.isEmpty())
        return;
    for (const auto& [name, layer] : m_layers) {
        const auto tiles = tilesReachedBy(layer->mesh.config(), box);
        if (tiles.empty())
            wantScene();
        else
            layer->dirty.insert(tiles.begin(), tiles.end());
    }
}
} // namespace engine
