#include "engine_core/navigation/path_methods.h"

#include "engine_core/navigation/grid_search.h"
#include "engine_core/navigation/nav_graph.h"
#include "engine_core/navigation/nav_grid.h"

#include <algorithm>
#include <chrono>

namespace engine
{
namespace
{
using Clock = std::chrono::steady_clock;

constexpr double CostsPerMetre = 1000; ///< of NavGraph

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double lengthOf(const std::vector<Vec3d>& corners)
{
    double length = 0;
    for (std::size_t i = 1; i < corners.size(); ++i)
        length += glm::distance(corners[i - 1], corners[i]);
    return length;
}

std::vector<Vec3d> placesOf(const std::vector<NavCorner>& corners)
{
    std::vector<Vec3d> places;
    for (const auto& corner : corners)
        places.push_back(corner.position);
    return places;
}

/// What agents do.
void traceMeshAStar(PathTrace& trace, const NavQuery& query, const Vec3d& from, const Vec3d& to)
{
    const auto start = Clock::now();
    const auto path = query.findPath(from, to);
    trace.seconds = secondsSince(start);
    trace.cost = path.cost;
    std::vector<NavVisit> visits;
    for (const auto& visit : query.visits()) {
        if (visit.isClosed)
            visits.push_back(visit);
        else
            ++trace.open;
    }
    // The search closes what is nearest to the goal first.
    std::stable_sort(visits.begin(), visits.end(),
                     [](const auto& a, const auto& b) { return a.total < b.total; });
    for (const auto& visit : visits)
        trace.closed.push_back({visit.position, visit.polygon, visit.cost});
    if (!path.found) {
        trace.problem = path.ranOutOfNodes ? "The search gave up before it had looked everywhere"
                                           : "No way leads there for this agent";
        return;
    }
    trace.corners = placesOf(path.corners);
    trace.rawCorners.push_back(path.start->position);
    for (const auto& portal : query.portals(path.corridor))
        trace.rawCorners.push_back((portal.left + portal.right) * 0.5);
    trace.rawCorners.push_back(path.goal->position);
}

void traceMeshDijkstra(PathTrace& trace,
                       const NavQuery& query,
                       const NavGraph& graph,
                       const SearchOptions& options)
{
    const auto start = Clock::now();
    const auto result = searchGraph(graph, graph.start(), noEstimate, options);
    trace.seconds = secondsSince(start);
    trace.open = result.openCount;
    for (const auto& [node, cost] : result.closed)
        trace.closed.push_back({graph.placeOf(node), graph.polygonOf(node),
                                static_cast<double>(cost) / CostsPerMetre});
    if (!result.found()) {
        trace.problem = "No way leads there for this agent";
        return;
    }
    trace.cost = static_cast<double>(result.cost) / CostsPerMetre;
    std::vector<NavPolygonRef> corridor;
    for (const auto node : result.path) {
        trace.rawCorners.push_back(graph.placeOf(node));
        if (corridor.empty() || corridor.back() != graph.polygonOf(node))
            corridor.push_back(graph.polygonOf(node));
    }
    trace.corners =
        placesOf(query.straighten(corridor, trace.rawCorners.front(), trace.rawCorners.back()));
}

GridAlgorithm algorithmOf(PathMethod method)
{
    switch (method) {
    case PathMethod::GridAStar:
        return GridAlgorithm::AStar;
    case PathMethod::GridJumpPoint:
        return GridAlgorithm::JumpPoint;
    default:
        return GridAlgorithm::Dijkstra;
    }
}

void traceGrid(PathTrace& trace,
               const NavGrid& grid,
               const NavPoint& from,
               const NavPoint& to,
               CornerRule rule,
               const SearchOptions& options)
{
    const auto first = grid.freeCellNear(from.position);
    const auto last = grid.freeCellNear(to.position);
    if (!first || !last) {
        trace.problem = "The goal's cell cannot be reached on the grid";
        return;
    }
    const auto start = Clock::now();
    const auto path =
        findGridPath(grid.map(), *first, *last, algorithmOf(trace.method), rule, options);
    trace.seconds = secondsSince(start);
    const double unit = grid.cellSize() / GridMap::StraightCost;
    trace.open = path.openCount;
    for (const auto& [cell, cost] : path.closed)
        trace.closed.push_back({grid.placeOf(cell), 0, static_cast<double>(cost) * unit});
    if (!path.found()) {
        trace.problem = "No way over the grid leads there";
        return;
    }
    trace.cost = static_cast<double>(path.cost) * unit;
    for (const auto& cell : path.cells)
        trace.rawCorners.push_back(grid.placeOf(cell));
    trace.corners.push_back(from.position);
    for (const auto& cell : path.turns)
        trace.corners.push_back(grid.placeOf(cell));
    trace.corners.push_back(to.position);
}
} // namespace

const char* pathMethodName(PathMethod method)
{
    switch (method) {
    case PathMethod::MeshAStar:
        return "Navmesh A*";
    case PathMethod::MeshDijkstra:
        return "Navmesh Dijkstra";
    case PathMethod::GridAStar:
        return "Grid A*";
    case PathMethod::GridJumpPoint:
        return "Grid jump points";
    case PathMethod::GridDijkstra:
        return "Grid Dijkstra";
    }
    return "";
}

PathTrace tracePath(const NavMesh& mesh,
                    const NavFilter& filter,
                    PathMethod method,
                    const Vec3d& from,
                    const Vec3d& to,
                    const PathTraceOptions& options)
{
    PathTrace trace;
    trace.method = method;
    const NavQuery query{mesh, filter};
    const auto start = query.nearest(from);
    const auto goal = query.nearest(to);
    if (!start || !goal) {
        trace.problem = start ? "The goal is off the mesh" : "The start is off the mesh";
        return trace;
    }
    const SearchOptions search{.keepOrder = true, .cancelled = options.cancelled};
    if (method == PathMethod::MeshAStar) {
        traceMeshAStar(trace, query, from, to);
    } else if (method == PathMethod::MeshDijkstra) {
        traceMeshDijkstra(trace, query, NavGraph{mesh, filter, *start, *goal}, search);
    } else if (const auto grid = NavGrid::around(mesh, *start)) {
        traceGrid(trace, *grid, *start, *goal, options.corners, search);
    } else {
        trace.problem = "The mesh is empty";
    }
    trace.length = lengthOf(trace.corners);
    return trace;
}
} // namespace engine
