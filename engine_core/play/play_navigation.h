#pragma once

#include "engine_core/navigation/crowd/nav_crowd.h"
#include "engine_core/navigation/mesh/navmesh_system.h"
#include "engine_core/play/play_movers.h"
#include "engine_core/scene/components/nav_walker.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace engine
{
struct PlaySetup;
struct PlayState;

/// Ways and walkers of a session: the navigation meshes of the played world, which follow what is
/// edited or moved meanwhile, and the crowds on them. Costs nothing until the first walker or the
/// first question. By PlaySetup::waitsForNavigation meshes are waited for, and changes of the level
/// count a fixed number of ticks after they were made, so that a session runs the same every time;
/// else ticks never wait, and walkers set out when their mesh is there.
class PlayNavigation
{
public:
    PlayNavigation(PlayState& play, const PlaySetup& setup);
    ~PlayNavigation();

    /// Once, when everything else has started: takes what the editor has built already, and begins
    /// with the rest if that is not waited for.
    void prepare();

    /// As PlaySetup::waitsForNavigation, from now on.
    void setWaits(bool waits) { m_waits = waits; }

    /// Whether the agent's mesh was complete once; begins to build it if nobody has. False for
    /// agents that do not exist.
    [[nodiscard]] bool isReady(const std::string& agent);

    /// Null before the first use.
    [[nodiscard]] const NavmeshSystem* system() const { return m_system.get(); }

    /// Something about the entity changed that may concern doors.
    void refresh(EntityId entity);

    /// A component was written: agents may have come, or have other settings.
    void refreshAgents(EntityId entity, TypeId type);

    /// Moves the walkers and tells their scripts.
    void tick(double seconds);

    /// Sends a walker. An error if the entity is none; that there is no way is told to its script.
    Result<void> moveTo(EntityId walker, const Vec3d& goal);

    void stop(EntityId walker);

    [[nodiscard]] bool isMoving(EntityId walker) const;

    /// Why the last moveTo() failed, as a sentence without its full stop; empty if it did not.
    [[nodiscard]] std::string problem(EntityId walker) const;

    /// The turns of the way that is left.
    [[nodiscard]] std::vector<Vec3d> corners(EntityId walker) const;

    /// Of the agent with that name, or the first one for an empty name. An error if there is no
    /// such agent, or the level is too big. Until the next tick.
    [[nodiscard]] Result<const NavQuery*> query(const std::string& agent);

    /// Nothing if the place is off the mesh.
    [[nodiscard]] Result<std::optional<Vec3d>>
    randomReachable(const Vec3d& from, double distance, const std::string& agent);

private:
    /// One agent's mesh, and who walks on it.
    struct Ground
    {
        const NavMesh* mesh = nullptr;
        bool isReady = false; ///< it was complete once
        std::string problem;  ///< why it cannot be, as a sentence; empty if it is or may be
        ContentHash config = 0;
        double offGround = 0; ///< metres that the mesh may be off the ground
        std::unique_ptr<NavQuery> query;
        std::unique_ptr<NavCrowd> crowd;
    };

    struct Walker
    {
        std::string agent;    ///< as the mesh calls it
        std::string noGround; ///< why it has no mesh; empty if it has one
        Ground* ground = nullptr; ///< the agent's, in m_grounds; null once that is dropped
        NavWalker settings;
        Vec3d written{0}; ///< where we put it last, in the world
        double lift = 0;  ///< metres from the mesh to the ground that it stands on
        std::optional<Vec3d> goal;
        std::string problem;
        Vec3d heading{0};   ///< unit length; where it went last
        double held = 0;    ///< seconds that it has waited
        double pressed = 0; ///< seconds until it may use the door again
        bool isHeld = false;
    };

    [[nodiscard]] static double offGround(const NavConfig& config);
    void makeSystem();
    Result<Ground*> ground(const std::string& agent);
    Result<Ground*> usableGround(const std::string& agent);
    void useMesh(const std::string& name, Ground& ground);
    void note(const std::string& name, Ground& ground);
    void warn(EntityId walker, const std::string& problem) const;
    void followLevel();
    void publish();
    void dropOldGrounds();
    void findGround(EntityId entity, Walker& walker);
    Walker* enter(EntityId entity);
    void leave(EntityId entity);
    [[nodiscard]] bool isCurrent(const Walker& walker, const NavWalker& settings) const;
    void takeIn();
    void follow(EntityId entity, Walker& walker, const NavWalker& settings);
    void takeInObstacles();
    [[nodiscard]] bool hasDoors() const;
    [[nodiscard]] std::optional<SweepHit> doorAhead(EntityId entity, const Walker& walker) const;
    void waitAtDoors(EntityId entity, Walker& walker, double seconds);
    void place(EntityId entity, Walker& walker, const NavCrowd::Place& at, double seconds);
    [[nodiscard]] double groundBelow(const Vec3d& foot, double reach) const;
    [[nodiscard]] std::optional<std::string> whyNoGround(const Walker& walker) const;

    PlayState& m_play;
    NavmeshSystem* m_edited; ///< of the edited world; may be null
    bool m_waits;
    std::unique_ptr<NavmeshSystem> m_system; ///< from the first use on
    std::map<std::string, Ground> m_grounds; ///< by the agent's name
    std::map<EntityId, Walker> m_walkers;
    std::map<EntityId, Vec3d> m_obstacles; ///< where they were
    std::optional<PlayMovers> m_doors;     ///< bodies of movers that are no walkers
    bool m_hadDoors = false;               ///< in the last tick
    StaticCollision m_noWalls;
    MovingCollision m_noDoors;
    std::uint64_t m_publishAt = 0; ///< tick; 0: nothing is being built
    bool m_agentsChanged = false;  ///< walkers without a mesh may get one
};
} // namespace engine
