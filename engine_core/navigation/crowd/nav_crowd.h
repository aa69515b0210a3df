#pragma once

#include "engine_core/navigation/query/nav_query.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine
{
/// How a walker moves. Its size is that of the mesh's agent.
struct CrowdWalker
{
    double speed = 3;         ///< metres a second; above 0
    double acceleration = 10; ///< metres a second squared; above 0
    bool avoids = true;       ///< others and obstacles
    friend bool operator==(const CrowdWalker&, const CrowdWalker&) = default;
};

/// Something that is no walker of this crowd and that walkers go around: an upright post that may
/// move. The mesh is not cut by it.
struct CrowdObstacle
{
    Vec3d position{0}; ///< of its foot
    Vec3d velocity{0}; ///< metres a second
    double radius = 0.35;
    double height = 1.7;
};

enum class CrowdMove
{
    Standing,
    Planning, ///< waits for its turn to search
    Walking,
    OnLink
};

/// Told by step(): how a moveTo() ended.
struct CrowdEvent
{
    EntityId walker;
    bool arrived = false; ///< else it cannot get there
    std::string problem;  ///< a sentence without its full stop, if it cannot
};

/// Many walkers on one mesh, who go around each other (DetourCrowd) and over links. It follows
/// changes of the mesh: ways that were cut are searched anew. The same calls in the same order give
/// the same places. Main thread only; the mesh outlives it.
class NavCrowd
{
public:
    /// Of the NavLink with that entity; without it all links are jumped.
    using LinkKinds = std::function<NavLinkKind(EntityId)>;

    explicit NavCrowd(const NavMesh& mesh, LinkKinds linkKinds = {});
    ~NavCrowd();

    /// A new walker, or an old one in a new place, where it stands. False if no ground is near;
    /// then it is not in the crowd.
    bool add(EntityId walker, const Vec3d& place, const CrowdWalker& settings);

    void set(EntityId walker, const CrowdWalker& settings);

    /// A walker or an obstacle, if there is one.
    void remove(EntityId entity);

    [[nodiscard]] bool has(EntityId walker) const;

    /// A new obstacle, or where an old one is now.
    void setObstacle(EntityId entity, CrowdObstacle obstacle);

    /// Searches at one of the next steps, and goes. Ends with an event unless another moveTo() or
    /// stop() comes first.
    void moveTo(EntityId walker, const Vec3d& goal);

    /// Stands still; on a link once it is over it.
    void stop(EntityId walker);

    /// Stands where it is until it is let go, and keeps its way.
    void setHeld(EntityId walker, bool isHeld);

    /// Takes a way to its goal without doors. False, and nothing changes, if there is none.
    bool goRound(EntityId walker);

    struct Place
    {
        Vec3d position{0}; ///< of its foot
        Vec3d velocity{0};
        CrowdMove move = CrowdMove::Standing;
    };

    [[nodiscard]] Place placeOf(EntityId walker) const;

    /// The same; nothing if it is not in the crowd.
    [[nodiscard]] std::optional<Place> find(EntityId walker) const;

    /// The turns that are left of its way, its goal last; empty if it does not move.
    [[nodiscard]] std::vector<Vec3d> corners(EntityId walker) const;

    [[nodiscard]] std::size_t count() const; ///< of walkers

    /// One step of time.
    [[nodiscard]] std::vector<CrowdEvent> step(double seconds);

private:
    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace engine
