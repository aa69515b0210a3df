#pragma once

#include "engine_core/base/jobs.h"
#include "engine_core/base/signal.h"
#include "engine_core/navigation/mesh/nav_gathering.h"
#include "engine_core/navigation/mesh/nav_tile_store.h"
#include "engine_core/scene/world/world_system.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace engine
{
/// Keeps the navigation meshes of a world's agents current: what changed makes its tiles dirty, and
/// workers build them anew from copies. A worker also takes in the level at first and after changes
/// that may concern all of it. Only agents that were asked for have a mesh. It stays on the thread
/// of its world.
class NavmeshSystem final : public WorldSystem
{
public:
    /// `wake` is called from a worker when update() has something to publish. `threads` 0: all.
    explicit NavmeshSystem(std::function<void()> wake = {}, unsigned threads = 0);
    ~NavmeshSystem() override;

    /// Takes scene and meshes of the system of an equal world, such as the edited one of which this
    /// is a copy, and from then on builds each tile once for both. After attach().
    void startFrom(NavmeshSystem& other);

    /// Has workers join the tiles of meshes that are at rest once more, so that the next system
    /// that starts from this one need not. Costs about as much memory as the meshes.
    void makeSpares();

    /// The tiles alone, for a world that may have become another one meanwhile.
    void shareTiles(const NavmeshSystem& other) { useStore(other.m_store); }

    void attach(World& world) override;
    void onChanged(const ChangeSet& changes) override;

    /// Publishes what is built, takes in what changed, and starts workers on dirty tiles.
    void update(double seconds) override;

    /// The same until nothing is dirty any more.
    void finish();

    /// Obstacles that move (see isNavObstacle) are left out until they have stood still for so
    /// long, in seconds as passTime() tells them; 0, which it is at first, takes them in at once.
    void setSettleTime(double seconds) { m_settleTime = seconds; }

    void passTime(double seconds) { m_now += seconds; }

    /// Whether changes are built by themselves; else they stay dirty until build(). On at first.
    void setLive(bool isLive) { m_isLive = isLive; }

    [[nodiscard]] bool isLive() const { return m_isLive; }

    /// Builds every tile whose inputs changed, and tries those anew that were given up; all of them
    /// at first. An empty name is the first agent. An error if there is no such agent, or its
    /// settings allow no mesh. That the level is too big for its cells, status() tells when it was
    /// taken in.
    Result<void> build(const std::string& agent);

    /// Builds these tiles, whether they changed or not.
    void buildTiles(const std::string& agent, const std::set<TileCoord>& tiles);

    /// Takes a mesh that was built elsewhere, such as one from a file.
    void adopt(NavMesh mesh);

    /// Forgets the agent's mesh.
    void drop(const std::string& agent);

    /// Forgets all of them, and what the world holds until somebody asks again.
    void clear();

    /// Stops the workers as soon as they can, and live mode, and leaves what is dirty as it is.
    void cancel();

    struct Status
    {
        /// Tiles that do not show the level as it is; at least 1 while that is still found out.
        std::size_t dirty = 0;
        std::size_t building = 0;  ///< of them, at work now
        double lastSeconds = 0;    ///< from the change to the last tile of the last update
        std::size_t lastTiles = 0; ///< built in it
        /// A sentence; empty if there is none. If the settings allow no mesh any more, it says so,
        /// and the mesh is that of the last ones that did.
        std::string problem;
        std::size_t failed = 0;  ///< tiles given up, until something there changes or build()
        std::string tileProblem; ///< a sentence about the first tile that is not as it should be
    };

    /// Null if the agent has no mesh. Until the next update().
    [[nodiscard]] const NavMesh* mesh(const std::string& agent) const;
    [[nodiscard]] Status status(const std::string& agent) const;
    [[nodiscard]] const std::set<TileCoord>& dirtyTiles(const std::string& agent) const;

    /// Of the world as it is. Waits for nobody, so it takes its time if isGathering().
    [[nodiscard]] const NavScene& scene();

    /// hashOfInputs() of the agent's mesh, as files hold it. An error, for who wants to save it,
    /// while it does not show the world as it is or something stands in for models
    /// (MeshSource::awaitsModels()).
    [[nodiscard]] Result<ContentHash> inputsOf(const std::string& agent);

    /// Whether the whole level is to be taken in, which a worker does as of the next update().
    [[nodiscard]] bool isGathering() const { return m_wantsScene || m_gathering != nullptr; }

    /// Whether scene() has only single changes to take in. Else it looks at the whole level there
    /// and then, also where a worker ran out of memory.
    [[nodiscard]] bool hasScene() const
    {
        return m_hasScene && !isGathering() && !m_gatheringFailed;
    }

    /// A mesh, or what is dirty of it, changed; the agent's name.
    Signal<std::string> changed;

private:
    struct Layer;

    /// Tiles that a worker builds.
    struct TileJob
    {
        std::vector<NavTileInput> inputs;
        std::vector<NavTilePtr> built; ///< of the first of them
    };

    void startSpare(const std::string& name, const Layer& layer);
    [[nodiscard]] static bool beginWith(Layer& layer, Layer& from);
    void gather();
    void gatherNow();
    void take(NavGathering found);
    void take(Layer& layer, const NavTilePtr& tile);
    void endIfDone(Layer& layer);
    [[nodiscard]] std::vector<NavConfig> wantedMeshes();
    [[nodiscard]] std::vector<NavTileInputs> builtTiles() const;
    [[nodiscard]] std::vector<EntityId> restless() const;
    void wantScene();
    void takeIn();
    void takeInSettings();
    [[nodiscard]] bool isNobodysConcern(EntityId entity) const;
    [[nodiscard]] bool isUnconcerned(EntityId entity) const;
    void takeInEntity(EntityId entity);
    void takeInWhatRests();
    void markDirty(const Aabb& box);
    void dispatch(const std::string& name, Layer& layer);
    std::shared_ptr<TileJob> nextTiles(Layer& layer, std::size_t most);
    void startJob(const std::string& name, const std::shared_ptr<TileJob>& job);
    void publish(const std::string& name, const std::vector<NavTilePtr>& tiles);
    void endJob(const std::string& name, const TileJob& job, const JobControl& control);
    void giveUp(Layer& layer, const NavTilePtr& tile);
    bool takeKnown(Layer& layer, const NavTileInput& input);
    Layer* find(const std::string& agent) const;
    void useStore(std::shared_ptr<NavTileStore> store);

    World* m_world = nullptr;
    NavScene m_scene;
    bool m_hasScene = false;
    bool m_wantsScene = false;               ///< it is to be gathered, from now
    std::shared_ptr<JobControl> m_gathering; ///< null: nobody does
    std::shared_ptr<JobControl> m_ahead;     ///< what it builds once it is done
    bool m_gatheringFailed = false;          ///< the next change tries it again
    bool m_isLive = true;
    bool m_settingsChanged = false; ///< what ground the scene's materials are, and cells
    bool m_agentsChanged = false;
    std::set<EntityId> m_changed;          ///< since the last update, or the gathering's begin
    double m_settleTime = 0, m_now = 0;    ///< seconds
    std::map<EntityId, double> m_restless; ///< obstacles, and when they moved last
    std::map<std::string, std::unique_ptr<Layer>> m_layers;
    std::shared_ptr<NavTileStore> m_store; ///< undo finds its tiles here
    Connection m_storeConnection;
    std::function<void()> m_wake;
    bool m_isWaiting = false; ///< another system builds what is dirty here
    bool m_takesOver = false; ///< and that is not waited for
    unsigned m_threads;
    std::size_t m_running = 0;    ///< jobs
    std::size_t m_ready = 0;      ///< tiles in them
    double m_tileSeconds = 0.005; ///< mean that the build of a tile takes
    JobQueue m_jobs; ///< last, so that its workers end first
};
} // namespace engine
