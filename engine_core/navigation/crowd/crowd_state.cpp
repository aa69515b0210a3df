#include "engine_core/navigation/crowd/crowd_state.h"

#include "engine_core/navigation/query/detour_filter.h"

#include <DetourCommon.h>

#include <algorithm>
#include <array>
#include <limits>

namespace engine
{
namespace
{
constexpr std::size_t MostPolygons = 200; ///< of a way that Detour is given at once; it has 256
constexpr double OffEdge = 0.001;         ///< metres
constexpr int MostRefreshed = 8;          ///< ways per step
constexpr double OldSeconds = 0.5;        ///< after so long a way may be searched anew
constexpr int AvoidanceQuality = 0;
constexpr double PushedSpeed = 3; ///< metres a second; slower ones are pushed aside less hard

/// Few samples: half a thousand walkers have to fit into half a core.
dtObstacleAvoidanceParams avoidance()
{
    dtObstacleAvoidanceParams params{};
    params.velBias = 0.5F;
    params.weightDesVel = 2.0F;
    params.weightCurVel = 0.75F;
    params.weightSide = 0.75F;
    params.weightToi = 2.5F;
    params.horizTime = 2.5F;
    params.gridSize = 33;
    params.adaptiveDivs = 7;
    params.adaptiveRings = 2;
    params.adaptiveDepth = 3;
    return params;
}
} // namespace

void NavCrowd::State::begin()
{
    detour = mesh.state().detour.get();
    revision = mesh.revision();
    crowd.reset(dtAllocCrowd());
    ENGINE_EXPECT(crowd && crowd->init(capacity, static_cast<float>(profile().radius),
                                       mesh.state().detour.get()));
    mover.reset(dtAllocNavMeshQuery());
    ENGINE_EXPECT(mover && dtStatusSucceed(mover->init(detour, 1))); // a move needs no nodes
    *crowd->getEditableFilter(0) = detourFilter(filter);
    const auto params = avoidance();
    crowd->setObstacleAvoidanceParams(AvoidanceQuality, &params);
    byIndex.clear();
}

/// Ways over ground that was built anew are searched anew, and so are those to goals that could
/// not be reached before.
void NavCrowd::State::follow()
{
    const bool isOther = detour != mesh.state().detour.get();
    if (!isOther && revision == mesh.revision())
        return;
    if (isOther) {
        begin();
        for (auto& [entity, obstacle] : obstacles)
            obstacle.first = enterObstacle(obstacle.second);
    }
    revision = mesh.revision();
    for (auto& [entity, walker] : walkers) {
        if (walker.move == CrowdMove::OnLink && !isOther)
            continue; // looks where it is when it lands
        if (!isOther && isWhole(walker))
            continue;
        const auto velocity = walker.velocity;
        const auto move = walker.move;
        if (!isOther)
            leave(walker.index);
        enter(entity, walker, walker.position);
        walker.velocity = velocity;
        if (move == CrowdMove::OnLink) {
            walker.move = move;
            agentOf(walker).state = DT_CROWDAGENT_STATE_OFFMESH;
        } else if (move == CrowdMove::Planning) {
            walker.move = move; // its turn comes
        } else if (move != CrowdMove::Standing) {
            const auto speed = toDetour(velocity);
            std::copy(speed.begin(), speed.end(), agentOf(walker).vel);
            plan(entity, walker);
        }
    }
}

/// Whether all polygons that a walker stands on and still has to pass are there.
bool NavCrowd::State::isWhole(const CrowdMember& walker) const
{
    const auto& agent = agentOf(walker);
    const auto isThere = [&](dtPolyRef ref) {
        return detour->isValidPolyRef(ref);
    };
    return agent.state != DT_CROWDAGENT_STATE_INVALID &&
           std::all_of(agent.corridor.getPath(),
                       agent.corridor.getPath() + agent.corridor.getPathCount(), isThere) &&
           (walker.move == CrowdMove::Standing ||
            std::all_of(walker.path.corridor.begin() + static_cast<std::ptrdiff_t>(walker.given),
                        walker.path.corridor.end(), isThere));
}

dtCrowdAgentParams NavCrowd::State::paramsOf(const CrowdMember& walker) const
{
    dtCrowdAgentParams params{};
    params.radius = static_cast<float>(profile().radius);
    params.height = static_cast<float>(profile().height);
    params.maxAcceleration = static_cast<float>(walker.settings.acceleration);
    params.maxSpeed = walker.isHeld ? 0.0F : static_cast<float>(walker.settings.speed);
    params.pathOptimizationRange = params.radius * 30;
    params.separationWeight = static_cast<float>(walker.settings.speed / PushedSpeed);
    params.updateFlags = DT_CROWD_ANTICIPATE_TURNS | DT_CROWD_OPTIMIZE_VIS;
    if (walker.settings.avoids)
        params.updateFlags |= CrowdAvoiding;
    params.obstacleAvoidanceType = AvoidanceQuality;
    return params;
}

bool NavCrowd::State::enter(EntityId entity, CrowdMember& walker, const Vec3d& place)
{
    const auto ground = query.nearest(place);
    const auto at = toDetour(ground ? ground->position : place);
    const auto params = paramsOf(walker);
    walker.index = crowd->addAgent(at.data(), &params);
    ENGINE_EXPECT(walker.index >= 0);
    byIndex[walker.index] = entity;
    walker.move = CrowdMove::Standing;
    walker.position = fromDetour(at.data());
    walker.velocity = Vec3d{0};
    auto& agent = agentOf(walker);
    agent.state = ground ? DT_CROWDAGENT_STATE_WALKING : DT_CROWDAGENT_STATE_INVALID;
    if (ground)
        agent.corridor.reset(ground->polygon, at.data());
    return ground.has_value();
}

void NavCrowd::State::leave(int index)
{
    crowd->removeAgent(index);
    byIndex.erase(index);
}

int NavCrowd::State::enterObstacle(const CrowdObstacle& obstacle)
{
    dtCrowdAgentParams params{};
    params.radius = static_cast<float>(seenRadius(obstacle));
    params.height = static_cast<float>(obstacle.height);
    const auto at = toDetour(obstacle.position);
    const int index = crowd->addAgent(at.data(), &params);
    ENGINE_EXPECT(index >= 0);
    byIndex[index] = EntityId{};
    moveObstacle(index, obstacle);
    return index;
}

/// An agent that is nowhere on the mesh is left alone by Detour, and yet seen by its neighbours.
void NavCrowd::State::moveObstacle(int index, const CrowdObstacle& obstacle) const
{
    auto& agent = *crowd->getEditableAgent(index);
    agent.state = DT_CROWDAGENT_STATE_INVALID;
    agent.params.radius = static_cast<float>(seenRadius(obstacle));
    agent.params.height = static_cast<float>(obstacle.height);
    const auto at = toDetour(obstacle.position);
    const auto velocity = toDetour(obstacle.velocity);
    std::copy(at.begin(), at.end(), agent.npos);
    std::copy(velocity.begin(), velocity.end(), agent.vel);
    std::copy(velocity.begin(), velocity.end(), agent.dvel);
}

void NavCrowd::State::end(EntityId entity, CrowdMember& walker, bool arrived, std::string problem)
{
    crowd->resetMoveTarget(walker.index);
    const auto params = paramsOf(walker);
    crowd->updateAgentParameters(walker.index, &params);
    walker.move = CrowdMove::Standing;
    walker.hasArrived = arrived;
    events.push_back({entity, arrived, std::move(problem)});
}

void NavCrowd::State::search(const Vec3d& from, const Vec3d& to, bool avoidsDoors, NavPath& found)
{
    if (avoidsDoors)
        query.setFilter(withoutDoors);
    query.findPath(from, to, found);
    query.setFilter(filter);
}

/// Searches the way from where the walker is, and sends it there.
void NavCrowd::State::plan(EntityId entity, CrowdMember& walker)
{
    const double before = walker.path.length;
    search(walker.position, walker.goal, walker.avoidsDoors, walker.path);
    if (!walker.path.found) {
        end(entity, walker, false,
            !walker.path.start  ? "It stands on no ground"
            : !walker.path.goal ? "There is no ground at the goal"
                                : "No way leads to the goal");
        return;
    }
    auto& agent = agentOf(walker);
    const auto start = toDetour(walker.path.start->position);
    agent.state = DT_CROWDAGENT_STATE_WALKING;
    agent.corridor.reset(walker.path.start->polygon, start.data());
    std::copy(start.begin(), start.end(), agent.npos);
    walker.given = 0;
    noteProgress(walker, before);
    walker.planned = now;
    walker.move = CrowdMove::Walking;
    givePath(walker, {});
}

/// Who was pushed aside may have a better way now. And who passed a corner where four tiles meet
/// may have a way that leads back to it for ever: Detour crosses such a corner only within a
/// centimetre. A few in each step, by turns.
void NavCrowd::State::refreshOldWays()
{
    auto at = walkers.upper_bound(lastRefreshed);
    int refreshed = 0;
    for (std::size_t i = 0; i < walkers.size() && refreshed < MostRefreshed; ++i, ++at) {
        if (at == walkers.end())
            at = walkers.begin();
        auto& [entity, walker] = *at;
        lastRefreshed = entity;
        if (walker.move != CrowdMove::Walking || now - walker.planned < OldSeconds)
            continue;
        plan(entity, walker);
        ++refreshed;
    }
}

/// Whoever stands exactly on the edge of two tiles is in neither polygon for Detour, which then
/// does not move him at all.
void NavCrowd::State::stepOffEdge(EntityId entity, CrowdMember& walker)
{
    const dtMeshTile* tile = nullptr;
    const dtPoly* polygon = nullptr;
    const auto ref = agentOf(walker).corridor.getFirstPoly();
    if (dtStatusFailed(detour->getTileAndPolyByRef(ref, &tile, &polygon)))
        return;
    std::array<float, 3> middle{};
    dtCalcPolyCenter(middle.data(), polygon->verts, polygon->vertCount, tile->verts);
    const auto inwards = fromDetour(middle.data()) - walker.position;
    walker.position += inwards * (OffEdge / std::max(glm::length(inwards), OffEdge));
    plan(entity, walker);
}

bool NavCrowd::State::isLink(NavPolygonRef polygon) const
{
    return detour->getOffMeshConnectionByRef(polygon) != nullptr;
}

/// Gives Detour the way up to the next link, or as much of it as it can hold.
void NavCrowd::State::givePath(CrowdMember& walker, std::vector<dtPolyRef> corridor)
{
    const auto& refs = walker.path.corridor;
    while (walker.given < refs.size() && corridor.size() < MostPolygons &&
           !isLink(refs[walker.given]))
        corridor.push_back(refs[walker.given++]);
    if (walker.given == refs.size()) {
        walker.target = walker.path.goal->position;
    } else if (isLink(refs[walker.given])) {
        const auto& corners = walker.path.corners;
        const auto corner = std::find_if(corners.begin(), corners.end(), [&](const NavCorner& at) {
            return at.link == refs[walker.given];
        });
        walker.target = corner != corners.end() ? corner->position : walker.position;
    } else {
        const auto portals = query.portals({refs[walker.given - 1], refs[walker.given]});
        walker.target =
            portals.empty() ? walker.position : (portals[0].left + portals[0].right) * 0.5;
    }
    auto& agent = agentOf(walker);
    const auto target = toDetour(walker.target);
    agent.corridor.setCorridor(target.data(), corridor.data(), static_cast<int>(corridor.size()));
    agent.boundary.reset();
    agent.partial = false;
    agent.targetRef = corridor.back();
    std::copy(target.begin(), target.end(), agent.targetPos);
    agent.targetState = DT_CROWDAGENT_TARGET_VALID;
    agent.targetReplan = false;
    agent.targetReplanTime = 0;
}

void NavCrowd::State::beginLink(EntityId entity, CrowdMember& walker)
{
    const auto ref = walker.path.corridor[walker.given];
    const auto& corners = walker.path.corners;
    const auto corner = std::find_if(corners.begin(), corners.end(),
                                     [&](const NavCorner& at) { return at.link == ref; });
    if (corner == corners.end() || std::next(corner) == corners.end()) {
        end(entity, walker, false, "The link on its way is gone");
        return;
    }
    const auto kind = linkKinds ? linkKinds(query.linkOf(ref)) : NavLinkKind::Jump;
    const double speed = walker.settings.speed;
    walker.approach = {NavLinkKind::Walk, walker.position, corner->position, speed};
    walker.link = {kind, corner->position, std::next(corner)->position, speed};
    walker.linkSeconds = 0;
    walker.isStopping = false;
    walker.move = CrowdMove::OnLink;
    agentOf(walker).state = DT_CROWDAGENT_STATE_OFFMESH;
}

void NavCrowd::State::endLink(EntityId entity, CrowdMember& walker)
{
    auto& agent = agentOf(walker);
    const auto after = walker.given + 1;
    const auto& refs = walker.path.corridor;
    const auto at = toDetour(walker.position);
    const bool isKnown = after < refs.size() && detour->isValidPolyRef(refs[after]);
    const auto ground = isKnown ? NavPoint{refs[after], walker.position}
                                : query.nearest(walker.position).value_or(NavPoint{});
    std::fill(std::begin(agent.vel), std::end(agent.vel), 0.0F);
    walker.nearest = walker.shortest = std::numeric_limits<double>::infinity();
    walker.gotOn = now;
    // It may have been sent elsewhere meanwhile.
    const bool isSentAgain = std::find(waiting.begin(), waiting.end(), entity) != waiting.end();
    if (isSentAgain)
        crowd->resetMoveTarget(walker.index);
    if (ground.polygon == 0) {
        agent.state = DT_CROWDAGENT_STATE_INVALID;
        walker.move = CrowdMove::Planning;
        if (!isSentAgain)
            end(entity, walker, false, "There is no ground at the end of the link");
        return;
    }
    agent.state = DT_CROWDAGENT_STATE_WALKING;
    agent.corridor.reset(ground.polygon, at.data());
    std::copy(at.begin(), at.end(), agent.npos);
    agent.boundary.reset();
    walker.move = CrowdMove::Walking;
    if (walker.isStopping) {
        crowd->resetMoveTarget(walker.index);
        walker.move = CrowdMove::Standing;
    } else if (isSentAgain) {
        walker.move = CrowdMove::Planning;
    } else if (isKnown && isWhole(walker)) {
        walker.given = after;
        givePath(walker, {});
    } else {
        plan(entity, walker);
    }
}

void NavCrowd::State::advanceLinks(double seconds)
{
    for (auto& [entity, walker] : walkers) {
        if (walker.move != CrowdMove::OnLink)
            continue;
        const auto before = walker.position;
        walker.linkSeconds += seconds;
        const double onLink = walker.linkSeconds - walker.approach.seconds();
        walker.position =
            onLink > 0 ? walker.link.at(onLink) : walker.approach.at(walker.linkSeconds);
        walker.velocity = (walker.position - before) / seconds;
        auto& agent = agentOf(walker);
        const auto at = toDetour(walker.position);
        const auto velocity = toDetour(walker.velocity);
        std::copy(at.begin(), at.end(), agent.npos);
        std::copy(velocity.begin(), velocity.end(), agent.vel);
        if (onLink >= walker.link.seconds())
            endLink(entity, walker);
    }
}
} // namespace engine
