#include "engine_core/navigation/query/path_methods.h"

#include "engine_core/navigation/search/grid_search.h"
#include "engine_core/navigation/search/nav_graph.h"
#include "engine_core/navigation/search/nav_grid.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <unordered_map>

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

/// Detour tells no order: it closes what is nearest to the goal first, and sees a polygon when the
/// one before it is closed.
void keepVisits(PathTrace& trace, std::vector<NavVisit> visits)
{
    std::stable_sort(visits.begin(), visits.end(),
                     [](const auto& a, const auto& b) { return a.total < b.total; });
    std::unordered_map<NavPolygonRef, std::size_t> closedAs; ///< the how manieth, from 1
    for (const auto& visit : visits)
        if (visit.isClosed)
            closedAs.try_emplace(visit.polygon, closedAs.size() + 1);
    for (const auto& visit : visits) {
        const auto before = closedAs.find(visit.from);
        const auto seen = before == closedAs.end() ? 0 : before->second;
        if (visit.isClosed)
            trace.closed.push_back(
                {visit.position, visit.polygon, visit.cost, std::min(seen, trace.closed.size())});
        else
            trace.waiting.push_back({visit.position, visit.polygon, visit.cost, seen});
    }
}

/// What agents do.
void traceMeshAStar(PathTrace& trace, const NavQuery& query, const Vec3d& from, const Vec3d& to)
{
    const auto start = Clock::now();
    const auto path = query.findPath(from, to);
    trace.seconds = secondsSince(start);
    trace.cost = path.cost;
    keepVisits(trace, query.visits());
    if (!path.found) {
        trace.problem = path.ranOutOfNodes ? "The search gave up before it had looked everywhere"
                                           : "No way leads there for this agent";
        return;
    }
    trace.corners = placesOf(path.corners);
    trace.rawCorners.push_back(path.start->position);
    trace.portals = query.portals(path.corridor);
    for (const auto& portal : trace.portals)
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
    const auto visitOf = [&](const SearchedNode& each) {
        return PathVisit{graph.placeOf(each.node), graph.polygonOf(each.node),
                         static_cast<double>(each.cost) / CostsPerMetre, each.seen};
    };
    std::transform(result.closed.begin(), result.closed.end(), std::back_inserter(trace.closed),
                   visitOf);
    std::transform(result.waiting.begin(), result.waiting.end(), std::back_inserter(trace.waiting),
                   visitOf);
    if (!result.found()) {
        trace.problem = "No way leads there for this agent";
        return;
    }
    std::vector<NavPolygonRef> corridor;
    for (const auto node : result.path) {
        trace.rawCorners.push_back(graph.placeOf(node));
        if (corridor.empty() || corridor.back() != graph.polygonOf(node))
            corridor.push_back(graph.polygonOf(node));
    }
    trace.portals = query.portals(corridor);
    const auto path = query.straighten(corridor, trace.rawCorners.front(), trace.rawCorners.back());
    trace.corners = placesOf(path.corners);
    trace.cost = path.cost;
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
        trace.problem = grid.map().isFree(grid.cellAt(to.position))
                            ? "The goal is on another floor; a grid knows that of the start only"
                            : "The goal's cell cannot be reached on the grid";
        return;
    }
    const auto start = Clock::now();
    const auto path =
        findGridPath(grid.map(), *first, *last, algorithmOf(trace.method), rule, options);
    trace.seconds = secondsSince(start);
    const double unit = grid.cellSize() / GridMap::StraightCost;
    const auto visitOf = [&](const SearchedCell& each) {
        return PathVisit{grid.placeOf(each.cell), 0, static_cast<double>(each.cost) * unit,
                         each.seen};
    };
    std::transform(path.closed.begin(), path.closed.end(), std::back_inserter(trace.closed),
                   visitOf);
    std::transform(path.waiting.begin(), path.waiting.end(), std::back_inserter(trace.waiting),
                   visitOf);
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

std::vector<PathVisit> PathTrace::waitingAfter(std::size_t steps) const
{
    std::vector<PathVisit> all;
    const auto keep = [&](const PathVisit& visit) {
        if (visit.seen <= steps)
            all.push_back(visit);
    };
    for (std::size_t i = steps; i < closed.size(); ++i)
        keep(closed[i]);
    std::for_each(waiting.begin(), waiting.end(), keep);
    return all;
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
