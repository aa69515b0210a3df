#include "engine_core/navigation/search/grid_search.h"

#include "engine_core/navigation/search/jump_points.h"

#include <algorithm>

namespace engine
{
namespace
{
/// Turns lie on straight and diagonal lines from each other.
std::vector<GridCell> cellsThrough(const std::vector<GridCell>& turns)
{
    std::vector<GridCell> cells;
    for (const auto& turn : turns) {
        while (!cells.empty() && cells.back() != turn) {
            const auto last = cells.back();
            const auto towards = [](int from, int to) {
                return from + (to > from ? 1 : 0) - (to < from ? 1 : 0);
            };
            cells.push_back({towards(last.x, turn.x), towards(last.y, turn.y)});
        }
        if (cells.empty())
            cells.push_back(turn);
    }
    return cells;
}

template <typename CellOf>
GridPath toGridPath(const SearchResult& result, const CellOf& cellOf)
{
    GridPath path;
    path.cost = result.cost;
    path.closedCount = result.closedCount;
    path.openCount = result.openCount;
    std::transform(result.path.begin(), result.path.end(), std::back_inserter(path.turns), cellOf);
    for (const auto& [node, cost, seen] : result.closed)
        path.closed.push_back({cellOf(node), cost, seen});
    for (const auto& [node, cost, seen] : result.waiting)
        path.waiting.push_back({cellOf(node), cost, seen});
    path.cells = cellsThrough(path.turns);
    return path;
}
} // namespace

GridPath findGridPath(const GridMap& map,
                      const GridCell& from,
                      const GridCell& to,
                      GridAlgorithm algorithm,
                      CornerRule rule,
                      const SearchOptions& options)
{
    if (!map.isFree(from) || !map.isFree(to))
        return {};
    if (algorithm == GridAlgorithm::JumpPoint) {
        const JumpPointGraph graph{map, to, rule};
        const auto cellOf = [&](GraphNode node) {
            return graph.cellOf(node);
        };
        const auto estimate = [&](GraphNode node) {
            return octileCost(cellOf(node), to);
        };
        return toGridPath(searchGraph(graph, graph.startAt(from), estimate, options), cellOf);
    }
    const GridGraph graph{map, to, rule};
    const auto cellOf = [&](GraphNode node) {
        return map.cellAt(node);
    };
    const auto estimate = [&](GraphNode node) {
        return octileCost(cellOf(node), to);
    };
    const bool blind = algorithm == GridAlgorithm::Dijkstra;
    return toGridPath(searchGraph(graph, map.indexOf(from),
                                  blind ? SearchHeuristic{noEstimate} : SearchHeuristic{estimate},
                                  options),
                      cellOf);
}
} // namespace engine
