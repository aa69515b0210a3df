#include "engine_core/navigation/survey/nav_explore.h"

#include "engine_core/navigation/query/nav_inquiry.h"
#include "engine_core/navigation/query/nav_query.h"
#include "engine_core/navigation/query/nav_sight.h"
#include "engine_core/scene/checks/level_checks.h"
#include "engine_core/scene/components/gameplay.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr double ThickWall = 1.35;  ///< metres; what is narrower is the top of a wall
constexpr double SmallestPit = 0.3; ///< square metres
constexpr double StartReach = 3;    ///< metres up and down in which the start finds ground
constexpr double LeapsPart = 0.6;   ///< of the time, as a rule; then falls are looked for
constexpr double FallsPart = 0.7;   ///< where those end; then floors are looked for
constexpr double StoodReach = 0.6;  ///< metres; who stood so near to ground stood on it

using Flags = std::vector<bool>;

/// What can be reached from there, along the leaps or against them.
Flags reachedFrom(const std::vector<NavLeap>& leaps, std::size_t count, Flags flags, bool isBack)
{
    flags.resize(count);
    for (bool grows = true; grows;) {
        grows = false;
        for (const auto& leap : leaps) {
            const auto from = isBack ? leap.to : leap.from;
            const auto to = isBack ? leap.from : leap.to;
            if (flags[from] && !flags[to])
                grows = flags[to] = true;
        }
    }
    return flags;
}

Flags only(std::size_t count, std::size_t one)
{
    Flags flags(count);
    flags[one] = true;
    return flags;
}

/// The mean width of each island: twice its area by the length of its border.
std::vector<double> widthsOf(const NavMesh& mesh, const NavIslands& islands)
{
    std::vector<double> border(islands.all().size());
    for (const auto& [coord, tile] : mesh.tiles())
        for (const auto& edge : mesh.borders(coord))
            if (const auto island = islands.of(edge.polygon))
                border[*island] += glm::length(edge.to - edge.from);
    for (std::size_t i = 0; i < border.size(); ++i)
        border[i] = border[i] > 0 ? 2 * islands.all()[i].area / border[i] : 0;
    return border;
}

NavFinding unreachable(const NavIsland& island)
{
    return {NavFindingKind::Unreachable,
            island.place,
            island.area,
            {},
            fmt::format("Nobody gets to the floor of {:.1f} m\u00b2 at {}.", island.area,
                        navPlaceText(island.place)),
            "Build a way there, add a link, or close it off from view."};
}

void addFloors(NavExploration& result,
               const NavScene& scene,
               const NavMesh& mesh,
               double leastFloor,
               JobControl& control)
{
    const ProgressPart looking{control, FallsPart, 1};
    const auto& islands = result.islands.all();
    const auto widths = widthsOf(mesh, result.islands);
    const double rim = mesh.config().profile.agent.radius; // that the mesh keeps from edges
    const NavSight sight{scene, mesh, result.islands, result.isReached};
    for (std::size_t i = 0; i < islands.size() && !control.isCancelled(); ++i) {
        if (!result.isReached[i] && islands[i].area >= leastFloor &&
            widths[i] + 2 * rim >= ThickWall && sight.isFloor(i, widths[i]))
            result.findings.push_back(unreachable(islands[i]));
        control.setProgress(static_cast<double>(i + 1) / static_cast<double>(islands.size()));
    }
}

NavFinding pit(const NavIsland& island)
{
    return {NavFindingKind::Pit,
            island.place,
            island.area,
            {},
            fmt::format("Who gets to {} ({:.1f} m\u00b2) cannot get out again.",
                        navPlaceText(island.place), island.area),
            "Build a way out, such as stairs or a ladder, or keep the player from getting in."};
}

void addPits(NavExploration& result)
{
    const auto& islands = result.islands.all();
    const auto count = islands.size();
    // Of those that can get to each other the biggest one stands for all.
    std::vector<std::pair<std::size_t, Flags>> ends;
    Flags seen(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (!result.isReached[i] || seen[i])
            continue;
        const auto out = reachedFrom(result.leaps.leaps, count, only(count, i), false);
        const auto in = reachedFrom(result.leaps.leaps, count, only(count, i), true);
        bool isEnd = true;
        for (std::size_t j = 0; j < count; ++j) {
            isEnd &= !out[j] || in[j];
            seen[j] = seen[j] || (out[j] && in[j]);
        }
        if (isEnd)
            ends.emplace_back(i, out);
    }
    const bool homeIsEnd = std::any_of(ends.begin(), ends.end(),
                                       [&](const auto& end) { return end.second[result.home]; });
    // Whether one comes back from somewhere: then to go on is not the point of the level.
    const auto back = reachedFrom(result.leaps.leaps, count, only(count, result.home), true);
    double homeArea = 0;
    for (std::size_t i = 0; i < count; ++i)
        homeArea += result.isReached[i] && back[i] ? islands[i].area : 0;
    std::size_t main = count;
    double mainArea = homeArea;
    for (const auto& [end, members] : ends) {
        double area = 0;
        for (std::size_t i = 0; i < count; ++i)
            area += members[i] ? islands[i].area : 0;
        if (members[result.home] || (!homeIsEnd && area > mainArea)) {
            main = end;
            mainArea = members[result.home] ? WorldLimit * WorldLimit : area;
        }
    }
    for (const auto& [end, members] : ends) {
        if (end == main || islands[end].area < SmallestPit)
            continue;
        for (std::size_t i = 0; i < count; ++i)
            result.isPit[i] = result.isPit[i] || members[i];
        result.findings.push_back(pit(islands[end]));
    }
}

void addFalls(NavExploration& result)
{
    for (const auto& fall : result.falls)
        result.findings.push_back(
            {NavFindingKind::Fall,
             fall.middle,
             0,
             {},
             fmt::format("One can fall out of the level at {}: nothing is below the edge.",
                         navPlaceText(fall.middle)),
             "Close the gap, put ground below it, or keep the player away from it."});
}
} // namespace

const char* navFindingName(NavFindingKind kind)
{
    switch (kind) {
    case NavFindingKind::Unreachable:
        break;
    case NavFindingKind::Pit:
        return "one_way_pit";
    case NavFindingKind::Stuck:
        return "stuck_spot";
    case NavFindingKind::Trigger:
        return "trigger_not_visited";
    case NavFindingKind::Fall:
        return "fall_out_of_level";
    case NavFindingKind::ScriptError:
        return "script_error";
    case NavFindingKind::Expectation:
        return "expectation_failed";
    }
    return "unreachable_floor";
}

EntityId playerStartEntity(const World& world)
{
    EntityId start;
    const auto take = [&](EntityId entity) {
        if (!start)
            start = entity;
    };
    // A character with a script is the player, and stands where it starts (PlaySession).
    world.forEach<Character>([&](EntityId entity, const Character&) {
        if (world.get<Script>(entity) != nullptr)
            take(entity);
    });
    world.forEach<PlayerStart>([&](EntityId entity, const PlayerStart&) { take(entity); });
    return start;
}

std::optional<Vec3d> playerStartOf(const World& world)
{
    const auto start = playerStartEntity(world);
    return start ? std::optional{worldTransform(world, start).position} : std::nullopt;
}

bool isTouchedFrom(const NavMesh& mesh,
                   const NavIslands& islands,
                   const std::vector<bool>& chosen,
                   const Aabb& box)
{
    const auto& agent = mesh.config().profile.agent;
    auto reach = box;
    reach.min -= Vec3d{agent.radius, agent.height, agent.radius};
    reach.max += Vec3d{agent.radius, agent.stepHeight, agent.radius};
    const auto polygons = mesh.polygons();
    return std::any_of(polygons.begin(), polygons.end(), [&](const NavPolygon& polygon) {
        const auto island = islands.of(polygon.ref);
        return island && chosen[*island] && overlapFromAbove(polygon.corners, reach);
    });
}

Result<NavExploration> exploreMesh(const World& world,
                                   const NavScene& scene,
                                   const NavMesh& mesh,
                                   const NavExploreOptions& options,
                                   JobControl& control)
{
    const auto start = playerStartOf(world);
    if (!start)
        return Error{"The scene has no player start, so nobody can explore it"};
    NavExploration result;
    result.islands = NavIslands{mesh};
    const auto& islands = result.islands.all();
    const NavQuery query{mesh, NavFilter::everything()};
    const auto& reach = query.reach();
    const auto ground = query.nearest(*start, {reach.x, StartReach, reach.z});
    const auto home = ground ? result.islands.of(ground->polygon) : std::nullopt;
    if (!home)
        return Error{"The player start at {} is off the navigation mesh", navPlaceText(*start)};
    result.home = *home;
    {
        const ProgressPart leaping{control, 0, LeapsPart};
        result.leaps = findLeaps(world, scene, mesh, result.islands, options.body, control);
    }
    auto first = only(islands.size(), *home);
    for (const auto& place : options.visited)
        if (const auto stood = query.nearest(place, Vec3d{StoodReach}))
            if (const auto island = result.islands.of(stood->polygon))
                first[*island] = true;
    result.isReached = reachedFrom(result.leaps.leaps, islands.size(), first, false);
    result.isPit.resize(islands.size());
    for (std::size_t i = 0; i < islands.size(); ++i)
        result.reachedArea += result.isReached[i] ? islands[i].area : 0;

    {
        const ProgressPart looking{control, LeapsPart, FallsPart};
        result.falls = findFalls(world, scene, mesh, result.islands, result.isReached, control);
    }
    addFloors(result, scene, mesh, options.leastFloor, control);
    addPits(result);
    auto leftFrom = result.isReached;
    for (const auto& trigger : options.triggers)
        if (!isTouchedFrom(mesh, result.islands, leftFrom, trigger.bounds))
            result.findings.push_back(
                {NavFindingKind::Trigger, trigger.bounds.center(), 0, trigger.entity,
                 fmt::format("Nobody gets to the trigger {} at {}.", titleOf(world, trigger.entity),
                             navPlaceText(trigger.bounds.center())),
                 "Build a way there, or take the trigger away."});
    addFalls(result);
    if (control.isCancelled())
        result.findings.clear();
    return result;
}
} // namespace engine
