#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace engine
{
using GraphNode = std::uint32_t;

/// A way out of a node. Costs are whole numbers, so that sums are exact and searches agree.
struct GraphStep
{
    GraphNode to = 0;
    std::uint32_t cost = 0;
};

/// What can be searched: numbered nodes with ways between them.
class SearchGraph
{
public:
    virtual ~SearchGraph() = default;

    /// Nodes are 0 to nodeCount() - 1.
    [[nodiscard]] virtual GraphNode nodeCount() const = 0;

    /// Replaces `steps` by the ways out of a node.
    virtual void findSteps(GraphNode from, std::vector<GraphStep>& steps) const = 0;

    [[nodiscard]] virtual bool isGoal(GraphNode node) const = 0;
};

/// At most the cost from that node to the nearest goal, and at most a step's cost lower after any
/// step ("consistent"); then the first path found is the cheapest. Zero makes A* Dijkstra's
/// algorithm.
using SearchHeuristic = std::function<std::uint32_t(GraphNode)>;

[[nodiscard]] std::uint32_t noEstimate(GraphNode node);

/// A node that a search looked at.
struct SearchedNode
{
    GraphNode node = 0;
    std::uint64_t cost = 0; ///< from the start
    std::size_t seen = 0;   ///< how many nodes were closed when it was seen first

    friend bool operator==(const SearchedNode&, const SearchedNode&) = default;
};

struct SearchOptions
{
    bool keepOrder = false;          ///< fill SearchResult::closed and ::waiting
    std::function<bool()> cancelled; ///< asked now and then; may be empty
};

struct SearchResult
{
    std::vector<GraphNode> path;       ///< start to goal; empty if there is none
    std::uint64_t cost = 0;            ///< of the path
    std::size_t closedCount = 0;       ///< nodes whose way is final
    std::size_t openCount = 0;         ///< seen, and still waiting at the end
    std::vector<SearchedNode> closed;  ///< in the order of the search, if asked for
    std::vector<SearchedNode> waiting; ///< the open ones in the order of seeing, if asked for

    [[nodiscard]] bool found() const { return !path.empty(); }
};

/// A* (Hart, Nilsson, Raphael 1968). Ties in cost go to the node closer to the goal, then to the
/// lower number, so that the same question has the same answer everywhere. The start may be a goal.
[[nodiscard]] SearchResult searchGraph(const SearchGraph& graph,
                                       GraphNode start,
                                       const SearchHeuristic& estimate,
                                       const SearchOptions& options = {});
} // namespace engine
