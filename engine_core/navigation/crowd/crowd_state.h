#pragma once

#include "engine_core/navigation/crowd/link_motion.h"
#include "engine_core/navigation/crowd/nav_crowd.h"
#include "engine_core/navigation/mesh/nav_mesh_state.h"

#include <DetourCrowd.h>

#include <deque>
#include <map>

namespace engine
{
struct CrowdFree
{
    void operator()(dtCrowd* crowd) const { dtFreeCrowd(crowd); }
};

/// One walker. Detour gets its way in pieces without links and walks them; links are ours.
struct CrowdMember
{
    CrowdWalker settings;
    int index = -1; ///< Detour's
    CrowdMove move = CrowdMove::Standing;
    bool isHeld = false;
    bool avoidsDoors = false;
    bool isStopping = false; ///< at the end of the link
    Vec3d goal{0};
    bool hasArrived = false; ///< at `goal`, and stands there since
    NavPath path;
    std::size_t given = 0; ///< of path.corridor, how much Detour has been given
    Vec3d target{0};       ///< where that ends
    LinkMotion link;
    LinkMotion approach; ///< to the begin of the link
    double linkSeconds = 0;
    // Times are in seconds of the crowd.
    double planned = 0;     ///< when its way was searched
    Vec3d sentTo{0};        ///< the goal that what follows is about
    double nearest = 0;     ///< metres that it has come to the end of what Detour was given
    double nearer = 0;      ///< when it came nearer
    double shortest = 0;    ///< metres of the shortest way that it had left
    double gotOn = 0;       ///< when that was
    double hoped = 0;       ///< when it or those whom it waits for got on; see isStuck()
    double queued = -1;     ///< when it was behind one that is held
    double pushesUntil = 0; ///< so long it keeps away from nobody, because it did not get on
    Vec3d position{0}, velocity{0};
};

/// Detour's flags of who keeps away from others.
constexpr unsigned char CrowdAvoiding = DT_CROWD_OBSTACLE_AVOIDANCE | DT_CROWD_SEPARATION;

/// Metres over ground.
[[nodiscard]] inline double acrossFrom(const Vec3d& a, const Vec3d& b)
{
    return glm::length(Vec2d{a.x - b.x, a.z - b.z});
}

/// What is behind a NavCrowd.
struct NavCrowd::State
{
    const NavMesh& mesh;
    LinkKinds linkKinds;
    NavQuery query;
    NavFilter filter;
    NavFilter withoutDoors;
    std::unique_ptr<dtCrowd, CrowdFree> crowd;
    std::unique_ptr<dtNavMeshQuery, DetourFree> mover; ///< along the ground
    const dtNavMesh* detour = nullptr;                 ///< that the crowd was made for
    std::uint64_t revision = 0;
    int capacity = 32; ///< of agents; grows
    std::map<EntityId, CrowdMember> walkers;
    std::map<EntityId, std::pair<int, CrowdObstacle>> obstacles;
    std::map<int, EntityId> byIndex;
    std::deque<EntityId> waiting; ///< for their search
    std::vector<CrowdEvent> events;
    double now = 0;         ///< seconds of all steps
    EntityId lastRefreshed; ///< see refreshOldWays()

    State(const NavMesh& navMesh, LinkKinds kinds)
        : mesh{navMesh}
        , linkKinds{std::move(kinds)}
        , query{navMesh}
        , filter{NavFilter::of(navMesh.config().profile.agent)}
        , withoutDoors{filter}
    {
        withoutDoors.cost[static_cast<std::size_t>(NavArea::Door)] = 0;
        begin();
    }

    [[nodiscard]] const NavAgent& profile() const { return mesh.config().profile.agent; }

    [[nodiscard]] dtCrowdAgent& agentOf(const CrowdMember& walker) const
    {
        return *crowd->getEditableAgent(walker.index);
    }

    void begin();
    void follow();
    void makeRoom(double radius);
    [[nodiscard]] double seenRadius(const CrowdObstacle& obstacle) const;
    [[nodiscard]] double farLook(const CrowdMember& walker) const;
    void lookAround();
    void pushOutOfObstacles();
    [[nodiscard]] dtCrowdAgentParams paramsOf(const CrowdMember& walker) const;
    bool enter(EntityId entity, CrowdMember& walker, const Vec3d& place);
    void leave(int index);
    int enterObstacle(const CrowdObstacle& obstacle);
    void moveObstacle(int index, const CrowdObstacle& obstacle) const;
    void search(const Vec3d& from, const Vec3d& to, bool avoidsDoors, NavPath& found);
    void plan(EntityId entity, CrowdMember& walker);
    void refreshOldWays();
    void stepOffEdge(EntityId entity, CrowdMember& walker);
    [[nodiscard]] bool isWhole(const CrowdMember& walker) const;
    void givePath(CrowdMember& walker, std::vector<dtPolyRef> corridor);
    void continuePath(EntityId entity, CrowdMember& walker);
    [[nodiscard]] bool isLink(NavPolygonRef polygon) const;
    void beginLink(EntityId entity, CrowdMember& walker);
    void endLink(EntityId entity, CrowdMember& walker);
    void advanceLinks(double seconds);
    void noteProgress(CrowdMember& walker, double before) const;
    void lookAhead(CrowdMember& walker) const;
    [[nodiscard]] bool isStuck(CrowdMember& walker) const;
    [[nodiscard]] double wayLeft(const CrowdMember& walker) const;
    void steer(const CrowdMember& walker, double left, bool isLast) const;
    [[nodiscard]] bool comesNoNearer(CrowdMember& walker, double left) const;
    [[nodiscard]] bool isWallBetween(const CrowdMember& walker, const Vec3d& place) const;
    [[nodiscard]] bool isKeptAwayBy(int other, const CrowdMember& walker, double left) const;
    [[nodiscard]] bool isKeptAway(const CrowdMember& walker, double left) const;
    void end(EntityId entity, CrowdMember& walker, bool arrived, std::string problem);
};
} // namespace engine
