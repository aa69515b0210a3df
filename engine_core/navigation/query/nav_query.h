#pragma once

#include "engine_core/navigation/mesh/nav_mesh.h"

#include <memory>
#include <optional>
#include <vector>

namespace engine
{
/// Which ground a search may use, and at what price.
struct NavFilter
{
    std::array<double, NavAreaCount> cost{}; ///< of a metre, 1 or more; 0: not entered
    bool usesDisabledLinks = false;

    /// The agent's own prices.
    [[nodiscard]] static NavFilter of(const NavAgent& agent);

    /// Everything that is ground at all, at the same price.
    [[nodiscard]] static NavFilter everything();
};

/// A place on the mesh.
struct NavPoint
{
    NavPolygonRef polygon = 0;
    Vec3d position{0};
};

/// A corner of a string-pulled path.
struct NavCorner
{
    Vec3d position{0};
    NavPolygonRef link = 0; ///< not 0: a link begins here, and the next corner is its end
};

struct NavPath
{
    bool found = false;            ///< all the way to the goal
    bool isPartial = false;        ///< only to the place nearest to the goal that can be reached
    bool ranOutOfNodes = false;    ///< the search gave up before it had looked everywhere
    std::optional<NavPoint> start; ///< nothing if the place is off the mesh
    std::optional<NavPoint> goal;
    double cost = 0;                     ///< each metre of it at the price of its ground
    double length = 0;                   ///< metres along the corners
    std::vector<NavCorner> corners;      ///< from the start to the end of what was found
    std::vector<NavPolygonRef> corridor; ///< polygons and links from start to end
    std::size_t visited = 0;             ///< polygons that the search looked at

    /// How often it turns: `corners` without start and end. What people are told.
    [[nodiscard]] std::size_t turns() const { return corners.size() < 2 ? 0 : corners.size() - 2; }
};

/// A polygon that the last search looked at.
struct NavVisit
{
    NavPolygonRef polygon = 0;
    NavPolygonRef from = 0; ///< the one before it; 0 for the start
    Vec3d position{0};      ///< where the search entered it
    double cost = 0;        ///< from the start
    double total = 0;       ///< with the estimate of the rest
    bool isClosed = false;  ///< its neighbours were looked at, too
};

/// Where two polygons of a corridor meet, as one sees it who walks through it.
struct NavPortal
{
    Vec3d left{0}, right{0};
};

struct NavRayHit
{
    bool hit = false;                    ///< a wall is in the way
    double fraction = 1;                 ///< of the way, 0 to 1
    Vec3d point{0};                      ///< where it ends; its height is that of the straight line
    Vec3d normal{0};                     ///< of the wall
    std::vector<NavPolygonRef> polygons; ///< that it crosses
};

struct NavWall
{
    double distance = 0; ///< metres to the nearest border of the mesh
    Vec3d point{0};
};

/// Ground that can be reached within a cost.
struct NavReach
{
    struct Place
    {
        NavPolygonRef polygon = 0;
        double cost = 0; ///< to where the search enters it
    };

    std::vector<Place> places;
    double area = 0; ///< square metres of these polygons
};

/// Searches on one mesh (Detour's A*). Follows changes of the mesh by itself. Keeps buffers, so one
/// object serves one thread. The mesh outlives it.
class NavQuery
{
public:
    explicit NavQuery(const NavMesh& mesh);
    NavQuery(const NavMesh& mesh, const NavFilter& filter);
    ~NavQuery();

    void setFilter(const NavFilter& filter);

    /// Polygons that a search may look at; 0: as many as there are, which is the default. Detour
    /// knows no more than 65535.
    void setNodeLimit(std::size_t nodes);

    /// Ground counts as that of a place as if that agent stood there; that of the mesh if never
    /// set.
    void setReachOf(const NavConfig& config);

    /// Metres to the sides and down in which the ground of a place may be.
    [[nodiscard]] const Vec3d& reach() const;

    /// The ground nearest to the place, within reach() and no higher above it than a step. What is
    /// deeper below than a step has to be no farther aside than the agent touches, so that places
    /// in and on solids are off the mesh.
    [[nodiscard]] std::optional<NavPoint> nearest(const Vec3d& place) const;

    /// The same within metres to the sides, and both up and down.
    [[nodiscard]] std::optional<NavPoint> nearest(const Vec3d& place, const Vec3d& reach) const;

    [[nodiscard]] NavPath findPath(const Vec3d& from, const Vec3d& to) const;

    /// The same into an object that is used again: nothing is allocated once it is big enough.
    void findPath(const Vec3d& from, const Vec3d& to, NavPath& path) const;

    /// What the last findPath() looked at, in the order of finding.
    [[nodiscard]] std::vector<NavVisit> visits() const;

    /// Where the polygons of a corridor meet, one less than there are polygons. At a link both
    /// sides are its end.
    [[nodiscard]] std::vector<NavPortal> portals(const std::vector<NavPolygonRef>& corridor) const;

    /// The shortest string through a corridor, between places in its first and last polygon: its
    /// corners, length and cost.
    [[nodiscard]] NavPath straighten(const std::vector<NavPolygonRef>& corridor,
                                     const Vec3d& from,
                                     const Vec3d& to) const;

    /// Straight over the ground towards `to`; nothing if `from` is off the mesh.
    [[nodiscard]] std::optional<NavRayHit> raycast(const Vec3d& from, const Vec3d& to) const;

    /// Nothing if the place is off the mesh, or no wall is nearer than `limit` metres.
    [[nodiscard]] std::optional<NavWall> wallDistance(const Vec3d& from, double limit) const;

    /// Nothing if the place is off the mesh.
    [[nodiscard]] std::optional<NavReach> reachable(const Vec3d& from, double cost) const;

    /// Height of the surface below or above the place on that polygon.
    [[nodiscard]] std::optional<double> heightOn(NavPolygonRef polygon, const Vec3d& place) const;

    [[nodiscard]] NavArea areaOf(NavPolygonRef polygon) const;

    /// The NavLink's entity; null if it is no link.
    [[nodiscard]] EntityId linkOf(NavPolygonRef polygon) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace engine
