#include "engine_core/navigation/navmesh_system.h"

#include "engine_core/navigation/nav_tile_builder.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace engine
{
namespace
{
using Clock = std::chrono::steady_clock;

constexpr std::size_t MostPerJob = 8;     ///< tiles; few, so that a cancel or an edit is soon heard
constexpr std::size_t ManyChanges = 2000; ///< entities; more of them, and all is gathered anew

bool isOneOf(TypeId type, std::initializer_list<TypeId> types)
{
    return std::find(types.begin(), types.end(), type) != types.end();
}

/// Whether navigation looks at such a component of the entity itself.
bool mattersHere(TypeId type)
{
    return isOneOf(type,
                   {typeIdOf<BrushComponent>(), typeIdOf<MeshInstance>(),
                    typeIdOf<FoliagePlacement>(), typeIdOf<NavVolume>(), typeIdOf<NavLink>()});
}

/// Whether the change may matter to everything below the entity, too.
bool mattersBelow(const Change& change)
{
    if (isOneOf(change.type, {typeIdOf<TransformComponent>(), typeIdOf<Mover>(),
                              typeIdOf<NavSurface>(), typeIdOf<Layer>(), typeIdOf<NavObstacle>()}))
        return true;
    if (change.type != typeIdOf<Node>())
        return false;
    const auto* before = static_cast<const Node*>(change.before.get());
    const auto* after = static_cast<const Node*>(change.after.get());
    return before == nullptr || after == nullptr || before->parent != after->parent;
}

} // namespace

/// What belongs to one agent.
struct NavmeshSystem::Layer
{
    explicit Layer(NavConfig config) : mesh{std::move(config)} {}

    NavMesh mesh;
    std::set<TileCoord> dirty;
    std::set<TileCoord> building;
    std::set<TileCoord> forced; ///< built even if nothing changed
    std::string problem;
    Clock::time_point since;
    bool isTimed = false;
    bool wantsBuild = false; ///< asked for, also while not live
    double lastSeconds = 0;
    std::size_t lastTiles = 0;
    std::size_t tilesNow = 0;
};

NavmeshSystem::NavmeshSystem(std::function<void()> wake, unsigned threads)
    : m_wake{wake}
    , m_threads{threads > 0 ? threads : std::max(std::thread::hardware_concurrency(), 1U)}
    , m_jobs{m_threads, std::move(wake)}
{
    useStore(std::make_shared<NavTileStore>());
}

NavmeshSystem::~NavmeshSystem()
{
    cancel();
    m_storeConnection = {};
    m_store->changed(); // who waits for tiles that were begun here builds them
}

void NavmeshSystem::useStore(std::shared_ptr<NavTileStore> store)
{
    m_store = std::move(store);
    m_storeConnection = m_store->changed.connect([this] {
        if (std::exchange(m_isWaiting, false) && m_wake)
            m_wake();
    });
}

void NavmeshSystem::startFrom(NavmeshSystem& other)
{
    ENGINE_EXPECT(m_world != nullptr);
    useStore(other.m_store);
    if (!other.m_hasScene)
        return;
    other.takeIn();
    m_scene = other.m_scene;
    m_hasScene = true;
    m_changed.clear();
    m_settingsChanged = m_agentsChanged = false;
    for (const auto& [name, from] : other.m_layers) {
        std::vector<NavTilePtr> tiles;
        for (const auto& [coord, tile] : from->mesh.tiles())
            tiles.push_back(tile);
        auto layer = std::make_unique<Layer>(from->mesh.config());
        if (!layer->mesh.setTiles(std::move(tiles)))
            continue; // it is built when somebody asks for it
        layer->dirty = from->dirty;
        m_layers[name] = std::move(layer);
    }
}

void NavmeshSystem::attach(World& world)
{
    m_world = &world;
    m_hasScene = false;
}

void NavmeshSystem::onChanged(const ChangeSet& changes)
{
    if (!m_hasScene || changes.kind != ChangeKind::Final)
        return;
    for (const auto& change : changes.changes) {
        m_settingsChanged |= change.type == typeIdOf<NavSettings>();
        m_agentsChanged |= change.type == typeIdOf<NavAgent>();
        if (mattersHere(change.type))
            m_changed.insert(change.entity);
        if (change.type == typeIdOf<FoliageType>())
            if (const auto* node = m_world->get<Node>(change.entity))
                m_changed.insert(node->parent);
        if (mattersBelow(change))
            for (const auto entity : subtree(*m_world, change.entity))
                m_changed.insert(entity);
    }
}

const NavScene& NavmeshSystem::scene()
{
    ENGINE_EXPECT(m_world != nullptr);
    if (!m_hasScene) {
        m_scene = NavScene{*m_world};
        m_hasScene = true;
        m_changed.clear();
        m_settingsChanged = m_agentsChanged = false;
    }
    takeIn();
    return m_scene;
}

void NavmeshSystem::takeIn()
{
    if (m_settingsChanged || m_agentsChanged)
        takeInSettings();
    takeInWhatRests();
    if (m_changed.empty())
        return;
    const bool wasBounded = m_scene.hasBoundsVolume();
    if (m_changed.size() > ManyChanges) {
        m_scene = NavScene{*m_world};
        for (const auto& [name, layer] : m_layers)
            markAll(*layer);
    } else {
        for (const auto entity : m_changed)
            takeInEntity(entity);
    }
    m_changed.clear();
    if (wasBounded != m_scene.hasBoundsVolume())
        for (const auto& [name, layer] : m_layers)
            markAll(*layer);
    for (const auto& [name, layer] : m_layers)
        if (!layer->dirty.empty())
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
/// out to be the same stay.
void NavmeshSystem::takeInSettings()
{
    if (m_settingsChanged) {
        m_scene = NavScene{*m_world};
        m_changed.clear();
    }
    m_settingsChanged = m_agentsChanged = false;
    for (auto at = m_layers.begin(); at != m_layers.end();) {
        const auto profile = findNavProfile(*m_world, at->first);
        const auto config = profile ? makeNavConfig(*profile, navSettingsOf(*m_world))
                                    : Result<NavConfig>{profile.error()};
        if (!profile) {
            at = m_layers.erase(at);
            continue;
        }
        auto& layer = *at->second;
        layer.problem = config ? std::string{} : config.error().message();
        if (config && config->hash() != layer.mesh.config().hash())
            layer.mesh = NavMesh{*config};
        else if (config)
            layer.mesh.setAgent(config->profile.agent);
        if (config)
            markAll(layer);
        ++at;
    }
}

void NavmeshSystem::markDirty(const Aabb& box)
{
    if (box.isEmpty())
        return;
    for (const auto& [name, layer] : m_layers) {
        const auto tiles = tilesReachedBy(layer->mesh.config(), box);
        if (tiles.empty())
            markAll(*layer);
        else
            layer->dirty.insert(tiles.begin(), tiles.end());
    }
}

void NavmeshSystem::markAll(Layer& layer)
{
    const auto tiles = groundTiles(layer.mesh.config(), m_scene);
    if (!tiles) {
        layer.problem = tiles.error().message();
        return;
    }
    layer.problem.clear();
    layer.dirty.insert(tiles->begin(), tiles->end());
    for (const auto& [coord, tile] : layer.mesh.tiles())
        layer.dirty.insert(coord);
}

NavmeshSystem::Layer* NavmeshSystem::find(const std::string& agent) const
{
    const auto at = m_layers.find(agent);
    return at != m_layers.end() ? at->second.get() : nullptr;
}

Result<void> NavmeshSystem::build(const std::string& agent)
{
    const auto profile = findNavProfile(*m_world, agent);
    if (!profile)
        return profile.error();
    auto config = makeNavConfig(*profile, navSettingsOf(*m_world));
    if (!config)
        return config.error();
    static_cast<void>(scene());
    if (const auto tiles = groundTiles(*config, m_scene); !tiles)
        return tiles.error();
    auto& layer = m_layers[profile->name];
    if (!layer || layer->mesh.config().hash() != config->hash())
        layer = std::make_unique<Layer>(*std::move(config));
    layer->problem.clear();
    layer->wantsBuild = true;
    markAll(*layer);
    changed(profile->name);
    return {};
}

void NavmeshSystem::buildTiles(const std::string& agent, const std::set<TileCoord>& tiles)
{
    auto* layer = find(agent);
    if (layer == nullptr)
        return;
    layer->wantsBuild = true;
    layer->dirty.insert(tiles.begin(), tiles.end());
    layer->forced.insert(tiles.begin(), tiles.end());
    changed(agent);
}

void NavmeshSystem::adopt(NavMesh mesh)
{
    static_cast<void>(scene());
    const auto name = mesh.config().profile.name;
    auto& layer = m_layers[name];
    layer = std::make_unique<Layer>(mesh.config());
    layer->mesh = std::move(mesh);
    if (const auto stale = staleTiles(layer->mesh, m_scene))
        layer->dirty.insert(stale->begin(), stale->end());
    else
        layer->problem = stale.error().message();
    changed(name);
}

void NavmeshSystem::drop(const std::string& agent)
{
    m_layers.erase(agent);
    changed(agent);
}

void NavmeshSystem::clear()
{
    for (const auto& job : m_jobs.running())
        job.control->cancel();
    m_layers.clear();
    m_hasScene = false;
    m_scene = {};
    m_changed.clear();
    m_restless.clear();
}

void NavmeshSystem::cancel()
{
    m_isLive = false;
    for (const auto& job : m_jobs.running())
        job.control->cancel();
    for (const auto& [name, layer] : m_layers)
        layer->wantsBuild = false;
}

void NavmeshSystem::update(double /*seconds*/)
{
    m_jobs.deliver();
    if (!m_hasScene)
        return;
    takeIn();
    for (const auto& [name, layer] : m_layers)
        if (m_isLive || layer->wantsBuild)
            dispatch(name, *layer);
}

void NavmeshSystem::finish()
{
    m_takesOver = true;
    do {
        update(0);
        m_jobs.finishAll();
        update(0);
    } while (m_running > 0);
    m_takesOver = false;
}

/// Whether the tile needs no worker: nothing changed, nothing is there, or it was built before.
bool NavmeshSystem::takeKnown(Layer& layer, const NavTileInput& input)
{
    const auto& tiles = layer.mesh.tiles();
    const auto current = tiles.find(input.tile);
    if (input.isEmpty()) {
        layer.mesh.removeTile(input.tile);
        return true;
    }
    if (layer.forced.contains(input.tile))
        return false;
    if (current != tiles.end() && current->second->inputs == input.hash)
        return true;
    const auto known = m_store->find(input.hash);
    return known && layer.mesh.setTile(known);
}

void NavmeshSystem::dispatch(const std::string& name, Layer& layer)
{
    if (layer.dirty.empty())
        return;
    if (!layer.isTimed) {
        layer.since = Clock::now();
        layer.isTimed = true;
        layer.tilesNow = 0;
    }
    const auto perJob = std::clamp<std::size_t>(layer.dirty.size() / m_threads, 1, MostPerJob);
    while (m_running < m_threads && layer.dirty.size() > layer.building.size()) {
        auto inputs = std::make_shared<std::vector<NavTileInput>>();
        inputs->reserve(perJob);
        for (auto at = layer.dirty.begin(); at != layer.dirty.end() && inputs->size() < perJob;) {
            if (layer.building.contains(*at)) {
                ++at;
                continue;
            }
            auto input = gatherTile(layer.mesh.config(), m_scene, *at);
            const bool isKnown = takeKnown(layer, input);
            const bool isElsewhere = !isKnown && !m_takesOver && m_store->isClaimed(input.hash);
            m_isWaiting |= isElsewhere;
            if (!isKnown && !isElsewhere) {
                m_store->claim(input.hash, inputs);
                layer.building.insert(*at);
                inputs->push_back(std::move(input));
            }
            at = isKnown ? layer.dirty.erase(at) : std::next(at);
        }
        if (inputs->empty())
            break;
        ++m_running;
        auto built = std::make_shared<std::vector<NavTilePtr>>();
        m_jobs.start(
            "Navigation mesh",
            [inputs, built](JobControl& control) {
                for (const auto& input : *inputs)
                    if (!control.isCancelled())
                        built->push_back(buildNavTile(input));
            },
            [this, name, inputs, built] {
                --m_running;
                auto* done = find(name);
                for (const auto& input : *inputs) {
                    m_store->release(input.hash);
                    if (done != nullptr)
                        done->building.erase(input.tile);
                }
                publish(name, *built);
            });
    }
    if (layer.dirty.empty()) {
        layer.isTimed = layer.wantsBuild = false;
        changed(name);
    }
}

void NavmeshSystem::publish(const std::string& name, const std::vector<NavTilePtr>& tiles)
{
    auto* layer = find(name);
    for (const auto& tile : tiles) {
        m_store->put(tile);
        if (layer == nullptr)
            continue;
        // What changed while it was built makes it old before it is there; it stays dirty then.
        takeIn();
        if (gatherTile(layer->mesh.config(), m_scene, tile->coord).hash != tile->inputs)
            continue;
        if (const auto set = layer->mesh.setTile(tile); !set)
            layer->problem = set.error().message();
        layer->dirty.erase(tile->coord);
        layer->forced.erase(tile->coord);
        ++layer->tilesNow;
    }
    m_store->changed();
    if (layer == nullptr)
        return;
    if (layer->dirty.empty()) {
        layer->lastSeconds = std::chrono::duration<double>(Clock::now() - layer->since).count();
        layer->lastTiles = layer->tilesNow;
        layer->isTimed = layer->wantsBuild = false;
    }
    changed(name);
}

const NavMesh* NavmeshSystem::mesh(const std::string& agent) const
{
    const auto* layer = find(agent);
    return layer != nullptr ? &layer->mesh : nullptr;
}

NavmeshSystem::Status NavmeshSystem::status(const std::string& agent) const
{
    const auto* layer = find(agent);
    if (layer == nullptr)
        return {};
    return {layer->dirty.size(), layer->building.size(), layer->lastSeconds, layer->lastTiles,
            layer->problem};
}

const std::set<TileCoord>& NavmeshSystem::dirtyTiles(const std::string& agent) const
{
    static const std::set<TileCoord> none;
    const auto* layer = find(agent);
    return layer != nullptr ? layer->dirty : none;
}
} // namespace engine
