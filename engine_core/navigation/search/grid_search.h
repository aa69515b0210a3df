#pragma once

#include "engine_core/navigation/search/graph_search.h"
#include "engine_core/navigation/search/grid_map.h"

namespace engine
{
enum class GridAlgorithm
{
    Dijkstra, ///< looks at everything nearer than the goal
    AStar,    ///< looks towards the goal first
    JumpPoint ///< A* over the cells where a cheapest path may turn
};

/// A cell that a search looked at.
struct SearchedCell
{
    GridCell cell;
    std::uint64_t cost = 0; ///< from the start
    std::size_t seen = 0;   ///< how many cells were closed when it was seen first

    friend bool operator==(const SearchedCell&, const SearchedCell&) = default;
};

/// A cheapest way over a grid, and what it took to find it.
struct GridPath
{
    std::vector<GridCell> cells; ///< every cell from start to goal; empty if there is no way
    std::vector<GridCell> turns; ///< of these, the ones that the search went by
    std::uint64_t cost = 0;      ///< in GridMap::StraightCost to a side, DiagonalCost to a corner
    std::size_t closedCount = 0;
    std::size_t openCount = 0;
    std::vector<SearchedCell> closed;  ///< in the order of the search, if asked for
    std::vector<SearchedCell> waiting; ///< the open ones in the order of seeing, if asked for

    [[nodiscard]] bool found() const { return !cells.empty(); }
};

/// All algorithms find the same cost. No way leads from or to a blocked cell or one outside.
[[nodiscard]] GridPath findGridPath(const GridMap& map,
                                    const GridCell& from,
                                    const GridCell& to,
                                    GridAlgorithm algorithm,
                                    CornerRule rule,
                                    const SearchOptions& options = {});
} // namespace engine
