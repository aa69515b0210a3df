#include "engine_core/navigation/crowd/nav_crowd.h"

#include "engine_core/navigation/crowd/crowd_state.h"

#include <algorithm>
#include <limits>

namespace engine
{
namespace
{
constexpr std::size_t MostSearches = 16; ///< per step; the others wait for their turn
constexpr double SameGoal = 0.2;         ///< metres
constexpr double MostRadius = 5;         ///< metres; of obstacles
} // namespace

NavCrowd::NavCrowd(const NavMesh& mesh, LinkKinds linkKinds)
    : m_state{std::make_unique<State>(mesh, std::move(linkKinds))}
{
}

NavCrowd::~NavCrowd() = default;

bool NavCrowd::add(EntityId walker, const Vec3d& place, const CrowdWalker& settings)
{
    auto& state = *m_state;
    remove(walker);
    state.follow();
    if (!state.query.nearest(place))
        return false;
    state.makeRoom(state.profile().radius);
    auto& added = state.walkers[walker];
    added.settings = settings;
    state.enter(walker, added, place);
    return true;
}

void NavCrowd::set(EntityId walker, const CrowdWalker& settings)
{
    const auto at = m_state->walkers.find(walker);
    if (at == m_state->walkers.end() || at->second.settings == settings)
        return;
    at->second.settings = settings;
    const auto params = m_state->paramsOf(at->second);
    m_state->crowd->updateAgentParameters(at->second.index, &params);
}

void NavCrowd::remove(EntityId entity)
{
    auto& state = *m_state;
    if (const auto at = state.walkers.find(entity); at != state.walkers.end()) {
        state.leave(at->second.index);
        state.walkers.erase(at);
        std::erase(state.waiting, entity);
    }
    if (const auto at = state.obstacles.find(entity); at != state.obstacles.end()) {
        state.leave(at->second.first);
        state.obstacles.erase(at);
    }
}

bool NavCrowd::has(EntityId walker) const
{
    return m_state->walkers.contains(walker);
}

void NavCrowd::setObstacle(EntityId entity, CrowdObstacle obstacle)
{
    auto& state = *m_state;
    obstacle.radius = std::clamp(obstacle.radius, 0.0, MostRadius);
    const auto at = state.obstacles.find(entity);
    if (at != state.obstacles.end() && at->second.second.radius == obstacle.radius) {
        at->second.second = obstacle;
        state.moveObstacle(at->second.first, obstacle);
        return;
    }
    remove(entity);
    state.makeRoom(obstacle.radius);
    state.obstacles[entity] = {state.enterObstacle(obstacle), obstacle};
}

void NavCrowd::moveTo(EntityId walker, const Vec3d& goal)
{
    const auto at = m_state->walkers.find(walker);
    if (at == m_state->walkers.end())
        return;
    auto& one = at->second;
    // Who is sent to the same place again and again is not more patient for that.
    if (one.move == CrowdMove::Standing || glm::length(goal - one.sentTo) > SameGoal) {
        one.sentTo = goal;
        one.nearest = one.shortest = std::numeric_limits<double>::infinity();
        one.gotOn = one.hoped = m_state->now;
        one.queued = -1;
        one.pushesUntil = 0;
    }
    one.goal = goal;
    one.hasArrived = one.isStopping = one.avoidsDoors = false;
    if (one.move != CrowdMove::OnLink)
        one.move = CrowdMove::Planning;
    auto& waiting = m_state->waiting;
    if (std::find(waiting.begin(), waiting.end(), walker) == waiting.end())
        waiting.push_back(walker);
}

void NavCrowd::stop(EntityId walker)
{
    const auto at = m_state->walkers.find(walker);
    if (at == m_state->walkers.end())
        return;
    auto& one = at->second;
    std::erase(m_state->waiting, walker);
    one.isStopping = true;
    if (one.move == CrowdMove::OnLink)
        return;
    m_state->crowd->resetMoveTarget(one.index);
    one.move = CrowdMove::Standing;
}

void NavCrowd::setHeld(EntityId walker, bool isHeld)
{
    const auto at = m_state->walkers.find(walker);
    if (at == m_state->walkers.end() || at->second.isHeld == isHeld)
        return;
    at->second.isHeld = isHeld;
    const auto params = m_state->paramsOf(at->second);
    m_state->crowd->updateAgentParameters(at->second.index, &params);
}

bool NavCrowd::goRound(EntityId walker)
{
    const auto at = m_state->walkers.find(walker);
    if (at == m_state->walkers.end() || at->second.move != CrowdMove::Walking)
        return false;
    auto& one = at->second;
    NavPath path;
    m_state->search(one.position, one.goal, true, path);
    if (!path.found)
        return false;
    one.avoidsDoors = true;
    m_state->plan(walker, one);
    return true;
}

NavCrowd::Place NavCrowd::placeOf(EntityId walker) const
{
    return find(walker).value_or(Place{});
}

std::optional<NavCrowd::Place> NavCrowd::find(EntityId walker) const
{
    const auto at = m_state->walkers.find(walker);
    if (at == m_state->walkers.end())
        return std::nullopt;
    return Place{at->second.position, at->second.velocity, at->second.move};
}

std::vector<Vec3d> NavCrowd::corners(EntityId walker) const
{
    std::vector<Vec3d> turns;
    const auto at = m_state->walkers.find(walker);
    if (at == m_state->walkers.end() || at->second.move == CrowdMove::Standing)
        return turns;
    const auto& one = at->second;
    const bool isOnLink = one.move == CrowdMove::OnLink;
    if (isOnLink)
        turns.push_back(one.link.to());
    NavPath path;
    m_state->search(isOnLink ? one.link.to() : one.position, one.goal, one.avoidsDoors, path);
    for (std::size_t i = 1; i < path.corners.size(); ++i)
        turns.push_back(path.corners[i].position);
    return turns;
}

std::size_t NavCrowd::count() const
{
    return m_state->walkers.size();
}

std::vector<CrowdEvent> NavCrowd::step(double seconds)
{
    auto& state = *m_state;
    state.follow();
    std::deque<EntityId> later;
    for (std::size_t searches = 0; searches < MostSearches && !state.waiting.empty();) {
        const auto entity = state.waiting.front();
        state.waiting.pop_front();
        auto& walker = state.walkers.at(entity);
        if (walker.move == CrowdMove::OnLink) {
            later.push_back(entity); // when it has landed
            continue;
        }
        ++searches;
        state.plan(entity, walker);
    }
    state.waiting.insert(state.waiting.end(), later.begin(), later.end());
    state.now += seconds;
    state.refreshOldWays();
    state.advanceLinks(seconds);
    state.lookAround();
    state.crowd->update(static_cast<float>(seconds), nullptr);
    state.pushOutOfObstacles();
    for (auto& [entity, walker] : state.walkers) {
        const auto& agent = state.agentOf(walker);
        if (walker.move == CrowdMove::OnLink || agent.state != DT_CROWDAGENT_STATE_WALKING)
            continue;
        const auto before = std::exchange(walker.position, fromDetour(agent.npos));
        walker.velocity = fromDetour(agent.vel);
        if (walker.move == CrowdMove::Walking && walker.position == before &&
            glm::length(walker.velocity) > 0)
            state.stepOffEdge(entity, walker);
        if (walker.move == CrowdMove::Walking)
            state.continuePath(entity, walker);
    }
    return std::exchange(state.events, {});
}
} // namespace engine
