#include "engine_core/navigation/crowd/crowd_state.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
constexpr double FarLook = 8;        ///< of the radius: others that are nearer are avoided
constexpr double WidestSeen = 16;    ///< of the radius: how wide obstacles are for Detour
constexpr int ItemsPerAgent = 4;     ///< that Detour's grid has room for
constexpr std::size_t MostSeen = 32; ///< agents that Detour looks at
constexpr double Margin = 0.001;     ///< metres, for what Detour's floats round

/// Of the squares with which Detour finds neighbours.
double gridCell(double radius)
{
    return 3 * radius;
}

/// How many squares one of that radius is in at the most.
int itemsOf(double radius, double cell)
{
    const auto side = static_cast<int>(2 * radius / cell) + 2;
    return side * side;
}

/// The squares of Detour's grid that somebody is in, in metres along one axis.
struct GridSpan
{
    double low, high;

    GridSpan(double middle, double radius, double cell)
        : low{std::floor((middle - radius) / cell) * cell}
        , high{(std::floor((middle + radius) / cell) + 1) * cell}
    {
    }

    /// The range from which on one at `from` looks at them.
    [[nodiscard]] double rangeFrom(double from) const
    {
        return std::max({low - from, from - high, 0.0});
    }
};

/// Somebody as Detour's grid has him.
struct GridItem
{
    double x;
    GridSpan alongX, alongZ;
};
} // namespace

/// Detour knows no more agents than it was made for, and its grid no more squares.
void NavCrowd::State::makeRoom(double radius)
{
    const double cell = gridCell(profile().radius);
    auto items = itemsOf(radius, cell) + static_cast<int>(walkers.size()) * ItemsPerAgent;
    for (const auto& [entity, obstacle] : obstacles)
        items += itemsOf(seenRadius(obstacle.second), cell);
    const auto needed =
        std::max(static_cast<int>(byIndex.size()) + 1, (items - 1) / ItemsPerAgent + 1);
    if (needed <= capacity)
        return;
    capacity = std::max(needed, 2 * capacity);
    detour = nullptr; // so that follow() begins anew
    follow();
}

/// Wider ones would be in too many squares for agents as small as mice.
double NavCrowd::State::seenRadius(const CrowdObstacle& obstacle) const
{
    return std::min(obstacle.radius, WidestSeen * profile().radius);
}

/// As far as the middle of the widest obstacle whose outside is near enough: it is from the middle
/// that Detour measures.
double NavCrowd::State::farLook(const CrowdMember& walker) const
{
    const double near = profile().radius * (FarLook - 1);
    double widest = profile().radius;
    for (const auto& [entity, obstacle] : obstacles)
        if (acrossFrom(obstacle.second.position, walker.position) < near + obstacle.second.radius)
            widest = std::max(widest, obstacle.second.radius);
    return near + widest;
}

/// Of the agents in the squares within range Detour looks at the first 32, whoever they are, and
/// heeds the nearest six of those. So in a crowd, which may also be on the floor above, the range
/// ends below that from which on it would see one too many.
void NavCrowd::State::lookAround()
{
    const double cell = gridCell(profile().radius);
    std::vector<GridItem> all;
    all.reserve(byIndex.size());
    double widest = 0;
    for (const auto& [index, entity] : byIndex) {
        const auto& agent = *crowd->getAgent(index);
        const double x = agent.npos[0];
        const double z = agent.npos[2];
        const double radius = agent.params.radius;
        all.push_back({x, {x, radius, cell}, {z, radius, cell}});
        widest = std::max(widest, radius);
    }
    std::sort(all.begin(), all.end(),
              [](const GridItem& a, const GridItem& b) { return a.x < b.x; });
    std::vector<double> ranges(all.size() + 1);
    for (const auto& [entity, walker] : walkers) {
        auto& agent = agentOf(walker);
        const double x = agent.npos[0];
        const double z = agent.npos[2];
        double range = farLook(walker);
        const double reach = range + cell;
        const auto begin =
            std::lower_bound(all.begin(), all.end(), x - reach - widest,
                             [](const GridItem& item, double least) { return item.x < least; });
        // Without a branch for each, which none could foresee.
        std::size_t seen = 0;
        for (auto at = begin; at != all.end() && at->x < x + reach + widest; ++at) {
            ranges[seen] = std::max(at->alongX.rangeFrom(x), at->alongZ.rangeFrom(z));
            seen += static_cast<std::size_t>(ranges[seen] <= range + Margin);
        }
        if (seen > MostSeen) {
            const auto tooMany = ranges.begin() + MostSeen;
            std::nth_element(ranges.begin(), tooMany,
                             ranges.begin() + static_cast<std::ptrdiff_t>(seen));
            range = std::clamp(*tooMany - Margin, 2 * profile().radius, range);
        }
        agent.params.collisionQueryRange = static_cast<float>(range);
    }
}

/// Of an obstacle that is wider than the walkers Detour sees nothing as soon as six of those are
/// nearer than its middle, so this keeps them out of it: by half of the overlap, as Detour does.
void NavCrowd::State::pushOutOfObstacles()
{
    const double radius = profile().radius;
    for (const auto& [other, entry] : obstacles) {
        const auto& obstacle = entry.second;
        if (obstacle.radius <= radius)
            continue;
        const double least = obstacle.radius + radius;
        for (const auto& [entity, walker] : walkers) {
            auto& agent = agentOf(walker);
            const auto from = fromDetour(agent.npos) - obstacle.position;
            const double away = std::hypot(from.x, from.z);
            const double apart = (profile().height + obstacle.height) / 2;
            if (agent.state != DT_CROWDAGENT_STATE_WALKING || away >= least || away < Margin ||
                std::abs(from.y) >= apart)
                continue;
            const auto out = Vec3d{from.x, 0, from.z} * (0.5 * (least - away) / away);
            const auto to = toDetour(fromDetour(agent.npos) + out);
            agent.corridor.movePosition(to.data(), mover.get(), crowd->getFilter(0));
            std::copy_n(agent.corridor.getPos(), 3, agent.npos);
        }
    }
}
} // namespace engine
