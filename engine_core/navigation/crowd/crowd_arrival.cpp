#include "engine_core/navigation/crowd/crowd_state.h"

#include <algorithm>
#include <array>
#include <limits>

/// How walkers of a NavCrowd come to the end of their way, and what they do when they do not.
namespace engine
{
namespace
{
constexpr std::size_t FewPolygons = 40; ///< left, and Detour is given more
constexpr double ArriveShare = 0.3;     ///< of the radius: so near is there
constexpr double LinkShare = 0.8;       ///< the same of a link's begin
constexpr double CrowdedLinkShare = 2;  ///< the same of who comes no nearer
constexpr double EndShare = 2.5;        ///< of the radius: so near others are not avoided
constexpr double InTheWay = 3.6;        ///< of the radius: who is nearer may be in the way
constexpr double TouchShare = 1.3;      ///< of both radii: who is nearer is touched
constexpr double ComingNearer = 0.13;   ///< of its speed: slower is not getting on
constexpr double WayRound = 4;          ///< of the radius: who is so much farther is not there yet
constexpr double PatienceSeconds = 0.5; ///< so long one tries to come nearer
constexpr double BrakeShare = 0.8;      ///< of its acceleration, to stop at its goal
constexpr double CreepSpeed = 0.1;      ///< metres a second, with which who brakes arrives
constexpr double MostStep = 0.2;        ///< metres; who has so much less left got on
constexpr double StallSeconds = 2;      ///< without getting on, and one pushes
constexpr double PushSeconds = 2;       ///< so long
constexpr double GiveUpSeconds = 10;    ///< without getting on
constexpr double QueueShare = 6;        ///< of the radius: whoever waits looks so far ahead
constexpr double LookSeconds = 1;       ///< without getting on, and one looks who is ahead
} // namespace

/// Whoever does not get on keeps away from nobody for a while, so that those who stand face to face
/// push each other aside. Not at obstacles, which nobody can push, nor in a queue at a door.
/// `before` is what was left when the way was searched last, in metres.
void NavCrowd::State::noteProgress(CrowdMember& walker, double before) const
{
    const double left = walker.path.length;
    const double radius = profile().radius;
    const double mostBack = walker.settings.speed * (now - walker.planned) + WayRound * radius;
    if (left > before + mostBack) // nobody pushed it so far: it takes another way
        walker.shortest = std::numeric_limits<double>::infinity();
    const double step = std::min(MostStep, ComingNearer * walker.settings.speed * StallSeconds);
    if (walker.isHeld || left < walker.shortest - step) {
        walker.shortest = left;
        walker.gotOn = now;
    }
    if (now - walker.gotOn < StallSeconds || now < walker.pushesUntil + PushSeconds ||
        now - walker.queued < LookSeconds)
        return;
    const auto& agent = agentOf(walker);
    for (int i = 0; i < agent.nneis; ++i) {
        const auto& other = *crowd->getAgent(agent.neis[i].idx);
        const auto who = byIndex.find(agent.neis[i].idx);
        const bool isObstacle = who != byIndex.end() && !walkers.contains(who->second);
        if (isObstacle && acrossFrom(fromDetour(other.npos), walker.position) <
                              other.params.radius + EndShare * radius)
            return;
    }
    walker.pushesUntil = now + PushSeconds;
}

/// What those ahead of a walker wait for it waits for, too.
void NavCrowd::State::lookAhead(CrowdMember& walker) const
{
    const auto& agent = agentOf(walker);
    const auto next = agent.ncorners > 0 ? fromDetour(agent.cornerVerts) : walker.target;
    for (int i = 0; i < agent.nneis; ++i) {
        const auto who = byIndex.find(agent.neis[i].idx);
        const auto found = who != byIndex.end() ? walkers.find(who->second) : walkers.end();
        if (found == walkers.end() || found->second.move == CrowdMove::Standing)
            continue;
        const auto& other = found->second;
        const auto to = other.position - walker.position;
        const bool isAhead = glm::dot(to, next - walker.position) > 0;
        if (!isAhead || glm::length(to) >= QueueShare * profile().radius)
            continue;
        const bool isOnLink = other.move == CrowdMove::OnLink;
        walker.hoped = std::max(walker.hoped, isOnLink ? now : other.hoped);
        walker.queued = std::max(walker.queued, other.isHeld ? now : other.queued);
    }
}

/// Whether neither the walker nor any of those ahead of it has got on for long. Who is held or on a
/// link does not count as stuck, nor do those behind it.
bool NavCrowd::State::isStuck(CrowdMember& walker) const
{
    if (walker.isHeld)
        walker.gotOn = now;
    walker.hoped = std::max(walker.hoped, walker.gotOn);
    if (now - walker.gotOn < LookSeconds)
        return false;
    lookAhead(walker);
    return now - walker.hoped > GiveUpSeconds;
}

/// Metres along the corners that Detour sees, and from the last of those straight to the goal.
double NavCrowd::State::wayLeft(const CrowdMember& walker) const
{
    const auto& agent = agentOf(walker);
    double way = 0;
    auto at = walker.position;
    for (int i = 0; i < agent.ncorners; ++i) {
        const auto corner = fromDetour(agent.cornerVerts + 3 * i);
        way += acrossFrom(at, corner);
        at = corner;
    }
    return way + acrossFrom(at, walker.target);
}

/// Who keeps away from walls and others never gets to a place beside them, and who comes too fast
/// slides beyond its goal. `left` is in metres to the end of what Detour was given.
void NavCrowd::State::steer(const CrowdMember& walker, double left, bool isLast) const
{
    auto& params = agentOf(walker).params;
    const bool keepsAway = left >= profile().radius * EndShare && now >= walker.pushesUntil;
    if (walker.settings.avoids && keepsAway)
        params.updateFlags |= CrowdAvoiding;
    else
        params.updateFlags &= static_cast<unsigned char>(~CrowdAvoiding);
    double most = walker.settings.speed;
    if (isLast) {
        const double room = std::max(wayLeft(walker) - profile().radius * ArriveShare / 2, 0.0);
        const double braking = walker.settings.acceleration * BrakeShare;
        most = std::min(most, std::sqrt(2 * braking * room) + CreepSpeed);
    }
    params.maxSpeed = walker.isHeld ? 0.0F : static_cast<float>(most);
}

/// For longer than its patience.
bool NavCrowd::State::comesNoNearer(CrowdMember& walker, double left) const
{
    const double nearer = ComingNearer * walker.settings.speed * PatienceSeconds;
    const bool goesRound = left > walker.nearest + profile().radius * WayRound;
    if (walker.isHeld || goesRound || left < walker.nearest - nearer) {
        walker.nearest = left;
        walker.nearer = now;
    }
    return now - walker.nearer >= PatienceSeconds;
}

/// Then more than half of what is between them is no ground.
bool NavCrowd::State::isWallBetween(const CrowdMember& walker, const Vec3d& place) const
{
    const auto between = query.raycast(walker.position, place);
    return !between || between->fraction <= 0.5;
}

/// Whether Detour's agent is in the way of one who is as good as there: who stands on the goal,
/// stands there because its own is beside it, or wants to get there, too.
bool NavCrowd::State::isKeptAwayBy(int other, const CrowdMember& walker, double left) const
{
    const auto who = byIndex.find(other);
    if (who == byIndex.end())
        return false;
    const auto& there = *crowd->getAgent(other);
    const auto place = fromDetour(there.npos);
    const double apart = acrossFrom(place, walker.position);
    const double both = profile().radius + there.params.radius;
    const auto one = walkers.find(who->second);
    const bool stands = one == walkers.end() || one->second.move == CrowdMove::Standing;
    const double goals = one != walkers.end() ? glm::length(one->second.goal - walker.goal)
                                              : std::numeric_limits<double>::infinity();
    const double near = profile().radius * InTheWay;
    bool isInWay = false;
    if (apart < both * TouchShare && !isWallBetween(walker, walker.target))
        isInWay = stands ? acrossFrom(place, walker.goal) < both
                         : left < both * TouchShare && goals < both / 2;
    if (one != walkers.end() && one->second.hasArrived)
        isInWay |= apart <= near && goals <= near;
    return isInWay && !isWallBetween(walker, place);
}

bool NavCrowd::State::isKeptAway(const CrowdMember& walker, double left) const
{
    const auto& agent = agentOf(walker);
    return std::any_of(agent.neis, agent.neis + agent.nneis, [&](const dtCrowdNeighbour& other) {
        return isKeptAwayBy(other.idx, walker, left);
    });
}

/// Looks whether the walker is where its way, or the part of it that Detour has, ends.
void NavCrowd::State::continuePath(EntityId entity, CrowdMember& walker)
{
    const auto& refs = walker.path.corridor;
    const bool isLast = walker.given == refs.size();
    const bool atLink = !isLast && isLink(refs[walker.given]);
    const double left = acrossFrom(walker.position, walker.target);
    steer(walker, isLast || atLink ? left : std::numeric_limits<double>::infinity(), isLast);
    if (isStuck(walker)) {
        end(entity, walker, false, "Something stands in its way");
        return;
    }
    if (!isLast && !atLink) {
        const auto& corridor = agentOf(walker).corridor;
        const auto known = static_cast<std::size_t>(corridor.getPathCount());
        if (known < FewPolygons)
            givePath(walker, {corridor.getPath(), corridor.getPath() + known});
        return;
    }
    const double radius = profile().radius;
    const double near = std::max(radius * (atLink ? LinkShare : ArriveShare), 0.05);
    const bool isLevel = std::abs(walker.position.y - walker.target.y) < profile().height;
    const bool isThere = left < near && isLevel;
    const bool waits = !isThere && comesNoNearer(walker, left);
    // Several who come to a link at once keep each other from its begin.
    const bool isAlmostThere = atLink && waits && isLevel && left < radius * CrowdedLinkShare &&
                               !isWallBetween(walker, walker.target);
    if (atLink && (isThere || isAlmostThere))
        beginLink(entity, walker);
    else if (isLast && (isThere || (waits && isKeptAway(walker, left))))
        end(entity, walker, true, {});
}
} // namespace engine
