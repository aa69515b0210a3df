#pragma once

#include "engine_core/navigation/search/graph_search.h"
#include "engine_core/navigation/search/grid_map.h"

namespace engine
{
/// The cells of a grid as a graph: a node is a cell's index.
class GridGraph final : public SearchGraph
{
public:
    GridGraph(const GridMap& map, GridCell goal, CornerRule rule)
        : m_map{map}, m_goal{goal}, m_rule{rule}
    {
    }

    [[nodiscard]] GraphNode nodeCount() const override;
    void findSteps(GraphNode from, std::vector<GraphStep>& steps) const override;
    [[nodiscard]] bool isGoal(GraphNode node) const override;

private:
    const GridMap& m_map;
    GridCell m_goal;
    CornerRule m_rule;
};

/// The same cells, but steps lead straight to the next cell where a cheapest path may turn. From
/// Harabor and Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011, with their
/// later rules for maps whose corners must not be cut. A node is a cell and the direction it was
/// reached in, nine to a cell.
class JumpPointGraph final : public SearchGraph
{
public:
    JumpPointGraph(const GridMap& map, GridCell goal, CornerRule rule)
        : m_map{map}, m_goal{goal}, m_rule{rule}
    {
    }

    [[nodiscard]] GraphNode nodeCount() const override;
    void findSteps(GraphNode from, std::vector<GraphStep>& steps) const override;
    [[nodiscard]] bool isGoal(GraphNode node) const override;

    /// The node that a search begins with: reached from nowhere, it looks in all directions.
    [[nodiscard]] GraphNode startAt(const GridCell& cell) const;
    [[nodiscard]] GridCell cellOf(GraphNode node) const;

private:
    struct Direction
    {
        int x = 0;
        int y = 0;
    };

    class Directions;

    [[nodiscard]] GraphNode nodeOf(const GridCell& cell, Direction reached) const;
    [[nodiscard]] Directions directionsFrom(const GridCell& cell, Direction reached) const;
    [[nodiscard]] bool mustTurn(const GridCell& cell, Direction reached) const;
    [[nodiscard]] bool isJumpPoint(const GridCell& cell, Direction reached) const;
    [[nodiscard]] std::optional<GridCell> jump(GridCell from, Direction direction) const;

    const GridMap& m_map;
    GridCell m_goal;
    CornerRule m_rule;
};
} // namespace engine
