#pragma once

#include "engine_core/navigation/query/nav_query.h"
#include "engine_core/navigation/search/graph_search.h"

#include <unordered_map>
#include <vector>

namespace engine
{
/// A mesh as a graph that any search can walk, between two places of it. A node is a way into a
/// polygon, in the middle of the edge, so that a step's cost does not depend on what was searched
/// before. Costs are millimetres times the price of the ground. Made for one state of the mesh.
class NavGraph final : public SearchGraph
{
public:
    NavGraph(const NavMesh& mesh,
             const NavFilter& filter,
             const NavPoint& from,
             const NavPoint& to);

    [[nodiscard]] GraphNode nodeCount() const override;
    void findSteps(GraphNode from, std::vector<GraphStep>& steps) const override;
    [[nodiscard]] bool isGoal(GraphNode node) const override;

    [[nodiscard]] GraphNode start() const { return Start; }

    /// The straight line to the goal at the lowest price, never more than what the way costs.
    [[nodiscard]] std::uint32_t estimate(GraphNode node) const;

    /// That the node leads into.
    [[nodiscard]] NavPolygonRef polygonOf(GraphNode node) const { return m_ways[node].to; }

    [[nodiscard]] const Vec3d& placeOf(GraphNode node) const { return m_ways[node].place; }

private:
    struct Way
    {
        NavPolygonRef to = 0;
        Vec3d place{0};
        double price = 1; ///< of a metre in that polygon
    };

    struct Range
    {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };

    class Collector;

    static constexpr GraphNode Start = 0;
    static constexpr GraphNode Goal = 1;

    std::vector<Way> m_ways; ///< by node; from the third on in the order of what they lead out of
    std::unordered_map<NavPolygonRef, Range> m_out; ///< ways out of a polygon
    double m_lowestPrice = 1;
};
} // namespace engine
