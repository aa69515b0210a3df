#pragma once

#include "engine_core/navigation/query/nav_query.h"
#include "engine_core/navigation/search/grid_map.h"

#include <array>
#include <string>
#include <vector>

namespace engine
{
/// Ways to search for a path, to be compared with each other.
enum class PathMethod
{
    MeshAStar,     ///< over the polygons, towards the goal: what agents use
    MeshDijkstra,  ///< over the polygons, everything nearer than the goal
    GridAStar,     ///< over square cells
    GridJumpPoint, ///< over the cells where a path may turn
    GridDijkstra
};

inline constexpr std::array AllPathMethods{PathMethod::MeshAStar, PathMethod::MeshDijkstra,
                                           PathMethod::GridAStar, PathMethod::GridJumpPoint,
                                           PathMethod::GridDijkstra};

/// "Navmesh A*", ... as people read it.
[[nodiscard]] const char* pathMethodName(PathMethod method);

/// A place that a search looked at.
struct PathVisit
{
    Vec3d place{0};
    NavPolygonRef polygon = 0; ///< 0 on a grid
    double cost = 0;           ///< from the start, in metres times price
    std::size_t seen = 0;      ///< how many places were closed when it was seen first
};

/// One search, with everything that it did.
struct PathTrace
{
    PathMethod method = PathMethod::MeshAStar;
    std::string problem; ///< a sentence if there is no path; else empty
    std::vector<Vec3d> corners;
    std::vector<Vec3d> rawCorners;  ///< before the string was pulled: middles of edges, or cells
    std::vector<NavPortal> portals; ///< between the polygons of the way; none on a grid
    double length = 0;              ///< metres along the corners
    double cost = 0;                ///< of the search, metres times price
    std::vector<PathVisit> closed;  ///< done with, in the order of the search
    std::vector<PathVisit> waiting; ///< seen, but not closed by the end
    double seconds = 0;             ///< of the search alone

    [[nodiscard]] bool found() const { return problem.empty(); }

    /// The frontier of the search after so many closed places.
    [[nodiscard]] std::vector<PathVisit> waitingAfter(std::size_t steps) const;
};

struct PathTraceOptions
{
    CornerRule corners = CornerRule::NoCutting; ///< of grids
    std::function<bool()> cancelled;            ///< asked now and then; may be empty
};

/// Searches anew and keeps what the search does; for looking at, not for agents. Grids are made on
/// each call, outside of the time that is given.
[[nodiscard]] PathTrace tracePath(const NavMesh& mesh,
                                  const NavFilter& filter,
                                  PathMethod method,
                                  const Vec3d& from,
                                  const Vec3d& to,
                                  const PathTraceOptions& options = {});
} // namespace engine
