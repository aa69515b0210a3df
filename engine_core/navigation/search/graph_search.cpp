#include "engine_core/navigation/search/graph_search.h"

#include <queue>

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

namespace engine
{
namespace
{
constexpr std::size_t StepsBetweenQuestions = 1024; ///< of the cancel function

struct Seen
{
    std::uint64_t cost = 0;
    GraphNode from = 0;
    bool closed = false;
    std::size_t at = 0; ///< how many were closed when it was seen first
};

struct Waiting
{
    std::uint64_t total = 0; ///< cost so far plus estimate
    std::uint64_t cost = 0;
    GraphNode node = 0;

    /// The best is on top of the queue, so the worse one is "less".
    bool operator<(const Waiting& other) const
    {
        if (total != other.total)
            return total > other.total;
        if (cost != other.cost)
            return cost < other.cost;
        return node > other.node;
    }
};

class Search
{
public:
    Search(const SearchGraph& graph, const SearchHeuristic& estimate, const SearchOptions& options)
        : m_graph{graph}, m_estimate{estimate}, m_options{options}
    {
    }

    SearchResult run(GraphNode start)
    {
        m_seen[start] = {0, start, false, 0};
        m_queue.push({m_estimate(start), 0, start});
        while (!m_queue.empty()) {
            const auto best = m_queue.top();
            m_queue.pop();
            auto& seen = m_seen[best.node];
            if (seen.closed)
                continue; // a cheaper way was found after this one was queued
            seen.closed = true;
            ++m_result.closedCount;
            if (m_options.keepOrder)
                m_result.closed.push_back({best.node, best.cost, seen.at});
            if (m_graph.isGoal(best.node)) {
                tracePath(start, best);
                break;
            }
            if (isCancelled())
                break;
            expand(best);
        }
        m_result.openCount = m_seen.size() - m_result.closedCount;
        if (m_options.keepOrder)
            keepWaiting();
        return std::move(m_result);
    }

private:
    [[nodiscard]] bool isCancelled() const
    {
        return m_options.cancelled && m_result.closedCount % StepsBetweenQuestions == 0 &&
               m_options.cancelled();
    }

    void expand(const Waiting& best)
    {
        m_graph.findSteps(best.node, m_steps);
        for (const auto& step : m_steps) {
            const auto cost = best.cost + step.cost;
            const auto [at, isNew] =
                m_seen.try_emplace(step.to, Seen{cost, best.node, false, m_result.closedCount});
            if (!isNew) {
                if (at->second.closed || at->second.cost <= cost)
                    continue;
                at->second.cost = cost;
                at->second.from = best.node;
            }
            m_queue.push({cost + m_estimate(step.to), cost, step.to});
        }
    }

    void keepWaiting()
    {
        for (const auto& [node, seen] : m_seen)
            if (!seen.closed)
                m_result.waiting.push_back({node, seen.cost, seen.at});
        std::sort(m_result.waiting.begin(), m_result.waiting.end(),
                  [](const auto& a, const auto& b) {
                      return std::pair{a.seen, a.node} < std::pair{b.seen, b.node};
                  });
    }

    void tracePath(GraphNode start, const Waiting& goal)
    {
        m_result.cost = goal.cost;
        auto node = goal.node;
        m_result.path.push_back(node);
        while (node != start)
            m_result.path.push_back(node = m_seen[node].from);
        std::reverse(m_result.path.begin(), m_result.path.end());
    }

    const SearchGraph& m_graph;
    const SearchHeuristic& m_estimate;
    const SearchOptions& m_options;
    std::unordered_map<GraphNode, Seen> m_seen;
    std::priority_queue<Waiting> m_queue;
    std::vector<GraphStep> m_steps;
    SearchResult m_result;
};
} // namespace

std::uint32_t noEstimate(GraphNode)
{
    return 0;
}

SearchResult searchGraph(const SearchGraph& graph,
                         GraphNode start,
                         const SearchHeuristic& estimate,
                         const SearchOptions& options)
{
    if (start >= graph.nodeCount())
        return {};
    return Search{graph, estimate, options}.run(start);
}
} // namespace engine
