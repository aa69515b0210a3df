#include "engine_core/navigation/mesh/navmesh_system.h"

#include "engine_core/base/log.h"
#include "engine_core/navigation/mesh/nav_tile_builder.h"
#include "engine_core/navigation/mesh/navmesh_layer.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/spatial/mesh_source.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace engine
{
namespace
{
using Clock = std::chrono::steady_clock;

constexpr double JobSeconds = 0.015;   ///< of building in a job, so that a cancel is soon heard
constexpr double AheadSeconds = 0.2;   ///< of building that lies ready for each worker
constexpr double ReadySeconds = 0.004; ///< in which tiles are made ready; the window waits for it
constexpr std::size_t MostPerJob = 64;
constexpr std::size_t MostAhead = 512;
constexpr double ShortestTile = 1e-5; ///< seconds
constexpr double TileWeight = 0.1;    ///< of the last tile in the mean

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// So many tiles take that long.
std::size_t tilesIn(double seconds, double each, std::size_t most)
{
    return static_cast<std::size_t>(std::clamp(seconds / each, 1.0, static_cast<double>(most)));
}

/// Sets a flag as long as it lives, so also if something is thrown meanwhile.
class Raised
{
public:
    explicit Raised(bool& flag) : m_flag{flag} { m_flag = true; }

    ~Raised() { m_flag = false; }

    Raised(const Raised&) = delete;
    Raised& operator=(const Raised&) = delete;

private:
    bool& m_flag;
};
} // namespace

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
    other.takeIn();
    const bool isKnown = other.hasScene();
    if (isKnown) {
        m_scene = other.m_scene;
        m_hasScene = true;
    }
    m_changed.clear();
    m_settingsChanged = m_agentsChanged = false;
    for (const auto& [name, from] : other.m_layers) {
        auto layer = std::make_unique<Layer>(from->mesh.config());
        if (!beginWith(*layer, *from))
            continue; // it is built when somebody asks for it
        layer->failed = from->failed;
        layer->troubled = from->troubled;
        layer->dirty = from->dirty;
        layer->isUnknown = !isKnown;
        layer->problem = from->problem;
        layer->settingsProblem = from->settingsProblem;
        m_layers[name] = std::move(layer);
    }
    m_wantsScene = !isKnown && !m_layers.empty();
}

void NavmeshSystem::attach(World& world)
{
    m_world = &world;
    m_hasScene = false;
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
    auto& layer = m_layers[profile->name];
    if (!layer || layer->mesh.config().hash() != config->hash())
        layer = std::make_unique<Layer>(*std::move(config));
    layer->problem.clear();
    layer->settingsProblem.clear();
    layer->failed.clear();
    layer->wantsBuild = true;
    wantScene();
    changed(profile->name);
    return {};
}

void NavmeshSystem::buildTiles(const std::string& agent, const std::set<TileCoord>& tiles)
{
    auto* layer = find(agent);
    if (layer == nullptr || tiles.empty())
        return;
    layer->wantsBuild = true;
    layer->dirty.insert(tiles.begin(), tiles.end());
    layer->forced.insert(tiles.begin(), tiles.end());
    for (const auto tile : tiles)
        layer->failed.erase(tile);
    changed(agent);
}

void NavmeshSystem::adopt(NavMesh mesh)
{
    const auto name = mesh.config().profile.name;
    auto& layer = m_layers[name];
    layer = std::make_unique<Layer>(mesh.config());
    layer->exchange(std::move(mesh));
    wantScene();
    changed(name);
}

void NavmeshSystem::drop(const std::string& agent)
{
    m_layers.erase(agent);
    changed(agent);
}

void NavmeshSystem::clear()
{
    if (m_ahead)
        m_ahead->cancel();
    for (const auto& job : m_jobs.running())
        job.control->cancel();
    m_layers.clear();
    m_gathering.reset();
    m_hasScene = m_wantsScene = m_gatheringFailed = false;
    m_settingsChanged = m_agentsChanged = false;
    m_scene = {};
    m_changed.clear();
    m_restless.clear();
}

void NavmeshSystem::cancel()
{
    m_isLive = false;
    if (m_ahead)
        m_ahead->cancel();
    for (const auto& job : m_jobs.running())
        if (job.control != m_gathering) // it tells what is dirty, and does not take long
            job.control->cancel();
    for (const auto& [name, layer] : m_layers)
        layer->wantsBuild = false;
}

void NavmeshSystem::update(double /*seconds*/)
{
    m_jobs.deliver();
    takeIn();
    if (m_wantsScene)
        gather();
    if (!m_hasScene || m_gathering)
        return;
    for (const auto& [name, layer] : m_layers)
        if (m_isLive || layer->wantsBuild)
            dispatch(name, *layer);
}

void NavmeshSystem::finish()
{
    const Raised takesOver{m_takesOver};
    do {
        update(0);
        m_jobs.finishAll();
        update(0);
    } while (m_running > 0 || isGathering());
}

/// Whether the tile needs no worker: nothing changed, nothing is there, it was built before, or
/// given up.
bool NavmeshSystem::takeKnown(Layer& layer, const NavTileInput& input)
{
    const auto& tiles = layer.mesh.tiles();
    const auto current = tiles.find(input.tile);
    if (input.isEmpty()) {
        layer.remove(input.tile);
        return true;
    }
    if (layer.forced.contains(input.tile))
        return false;
    if (current != tiles.end() && current->second->inputs == input.hash) {
        layer.failed.erase(input.tile); // what failed is taken back
        return true;
    }
    const auto known = m_store->find(input.hash);
    return (known && layer.put(known)) || layer.hasFailed(input);
}

/// Has as many tiles ready as the workers build while the main thread draws a picture or two: they
/// must not wait for it. An edit meanwhile has these built in vain, so they are no more than that.
void NavmeshSystem::dispatch(const std::string& name, Layer& layer)
{
    if (layer.dirty.empty())
        return;
    const auto start = Clock::now();
    layer.startClock();
    const auto share = std::max<std::size_t>(layer.dirty.size() / m_threads, 1);
    const auto perJob = std::min(share, tilesIn(JobSeconds, m_tileSeconds, MostPerJob));
    const auto ahead = m_threads * tilesIn(AheadSeconds, m_tileSeconds, MostAhead);
    while (layer.dirty.size() > layer.building.size()) {
        const bool hasEnough = m_ready >= ahead || secondsSince(start) > ReadySeconds;
        if (m_running >= m_threads && hasEnough && !m_takesOver)
            break;
        const auto job = nextTiles(layer, perJob);
        if (job->inputs.empty())
            break;
        startJob(name, job);
    }
    if (layer.dirty.empty()) {
        layer.isTimed = layer.wantsBuild = false;
        changed(name);
    }
}

/// The next dirty tiles that somebody has to build; what needs no worker is done on the way.
std::shared_ptr<NavmeshSystem::TileJob> NavmeshSystem::nextTiles(Layer& layer, std::size_t most)
{
    auto job = std::make_shared<TileJob>();
    job->inputs.reserve(most);
    job->built.reserve(most);
    for (auto at = layer.dirty.begin(); at != layer.dirty.end() && job->inputs.size() < most;) {
        if (layer.building.contains(*at)) {
            ++at;
            continue;
        }
        auto input = gatherTile(layer.mesh.config(), m_scene, *at);
        const bool isKnown = takeKnown(layer, input);
        const bool isElsewhere = !isKnown && !m_takesOver && m_store->isClaimed(input.hash);
        m_isWaiting |= isElsewhere;
        if (!isKnown && !isElsewhere) {
            m_store->claim(input.hash, job);
            layer.building.insert(*at);
            job->inputs.push_back(std::move(input));
        }
        at = isKnown ? layer.dirty.erase(at) : std::next(at);
    }
    return job;
}

void NavmeshSystem::startJob(const std::string& name, const std::shared_ptr<TileJob>& job)
{
    const auto control = std::make_shared<std::weak_ptr<JobControl>>();
    *control = m_jobs.start(
        "Navigation mesh",
        [job](JobControl& running) {
            for (const auto& input : job->inputs)
                if (!running.isCancelled())
                    job->built.push_back(buildNavTile(input));
        },
        [this, name, job, control] {
            if (const auto ended = control->lock())
                endJob(name, *job, *ended);
        });
    ++m_running;
    m_ready += job->inputs.size();
}

void NavmeshSystem::endJob(const std::string& name, const TileJob& job, const JobControl& control)
{
    --m_running;
    m_ready -= job.inputs.size();
    for (const auto& tile : job.built)
        m_tileSeconds += (std::max(tile->seconds, ShortestTile) - m_tileSeconds) * TileWeight;
    auto* layer = find(name);
    for (const auto& input : job.inputs) {
        m_store->release(input.hash);
        if (layer != nullptr)
            layer->building.erase(input.tile);
    }
    auto tiles = job.built;
    if (const auto failure = control.failure(); failure && tiles.size() < job.inputs.size())
        tiles.push_back(givenUpNavTile(job.inputs[tiles.size()], *failure)); // not even that worked
    publish(name, tiles);
}

void NavmeshSystem::publish(const std::string& name, const std::vector<NavTilePtr>& tiles)
{
    takeIn(); // what changed while they were built makes them old before they are there
    auto* layer = find(name);
    for (const auto& tile : tiles) {
        if (!tile->isGivenUp)
            m_store->put(tile);
        if (layer == nullptr || isGathering())
            continue; // which is dirty is found out; the store has it then, or it is tried again
        if (gatherTile(layer->mesh.config(), m_scene, tile->coord).hash != tile->inputs)
            continue;
        take(*layer, tile);
    }
    m_store->changed();
    if (layer == nullptr)
        return;
    endIfDone(*layer);
    changed(name);
}

/// A tile of the level as it is.
void NavmeshSystem::take(Layer& layer, const NavTilePtr& tile)
{
    if (tile->isGivenUp)
        giveUp(layer, tile);
    else if (const auto set = layer.put(tile); !set)
        layer.problem = set.error().message();
    layer.dirty.erase(tile->coord);
    layer.forced.erase(tile->coord);
    layer.tilesNow += tile->isGivenUp ? 0U : 1U;
}

void NavmeshSystem::endIfDone(Layer& layer)
{
    if (!layer.dirty.empty() || layer.isUnknown)
        return;
    layer.lastSeconds = secondsSince(layer.since);
    layer.lastTiles = layer.tilesNow;
    layer.isTimed = layer.wantsBuild = false;
}

/// Tried again with the same input it would most likely fail again, and so without end.
void NavmeshSystem::giveUp(Layer& layer, const NavTilePtr& tile)
{
    layer.failed[tile->coord] = tile;
    layer.forced.erase(tile->coord);
    logWarning("navigation", "{}", tile->problem);
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
    Status status{std::max(layer->dirty.size(), layer->isUnknown ? std::size_t{1} : 0U),
                  layer->building.size(),
                  layer->lastSeconds,
                  layer->lastTiles,
                  layer->settingsProblem.empty() ? layer->problem : layer->settingsProblem,
                  layer->failed.size(),
                  {}};
    if (!layer->failed.empty())
        status.tileProblem = layer->failed.begin()->second->problem +
                             "; it is tried again when something there changes or it is asked for";
    else if (!layer->troubled.empty())
        status.tileProblem = layer->troubled.begin()->second;
    return status;
}

Result<ContentHash> NavmeshSystem::inputsOf(const std::string& agent)
{
    takeIn();
    if (const auto* models = m_world->meshes(); models != nullptr && models->awaitsModels())
        return Error{"Models are still being read: save the navigation mesh again in a moment"};
    const auto* layer = find(agent);
    const bool isCurrent = layer != nullptr && m_hasScene && !isGathering() && !layer->isUnknown &&
                           layer->dirty.empty() && layer->failed.empty();
    if (!isCurrent)
        return Error{"The navigation mesh of '{}' is older than the level; build it first", agent};
    return hashOfInputs(layer->mesh, m_scene);
}

const std::set<TileCoord>& NavmeshSystem::dirtyTiles(const std::string& agent) const
{
    static const std::set<TileCoord> none;
    const auto* layer = find(agent);
    return layer != nullptr ? layer->dirty : none;
}
} // namespace engine
