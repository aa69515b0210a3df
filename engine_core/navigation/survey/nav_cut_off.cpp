#include "engine_core/navigation/survey/nav_cut_off.h"

#include "engine_core/navigation/query/nav_inquiry.h"
#include "engine_core/navigation/query/nav_query.h"
#include "engine_core/navigation/survey/nav_explore.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
constexpr double TinyArea = 25;       ///< square metres
constexpr double TinyShare = 0.05;    ///< of all ground
constexpr double MuchBigger = 2;      ///< times as much ground
constexpr double FarthestIsland = 15; ///< metres between the boxes of both
constexpr double WidestGap = 2.5;     ///< metres; more is no gap but another part of the level
constexpr std::size_t MostTries = 3;  ///< islands; each is explained, which may take long

struct Start
{
    Vec3d place{0};
    NavPolygonRef polygon = 0;
    std::size_t island = 0;
};

std::optional<Start> startOn(const World& world, const NavMesh& mesh, const NavIslands& islands)
{
    const auto place = playerStartOf(world);
    if (!place)
        return std::nullopt;
    const auto ground = NavQuery{mesh, NavFilter::everything()}.nearest(*place);
    const auto island = ground ? islands.of(ground->polygon) : std::nullopt;
    if (!island)
        return std::nullopt;
    return Start{ground->position, ground->polygon, *island};
}

bool isTiny(const NavIslands& islands, std::size_t island)
{
    double all = 0;
    for (const auto& each : islands.all())
        all += each.area;
    const double own = islands.all()[island].area;
    return own < std::max(TinyArea, TinyShare * all) &&
           islands.all().front().area > own * MuchBigger;
}

double distanceBetween(const Aabb& a, const Aabb& b)
{
    return glm::length(glm::max(glm::max(a.min - b.max, b.min - a.max), Vec3d{0}));
}

/// The bigger islands nearby, the nearest first.
std::vector<std::size_t> islandsAround(const NavIslands& islands, std::size_t home)
{
    const auto& all = islands.all();
    std::vector<std::pair<double, std::size_t>> near;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double distance = distanceBetween(all[i].bounds, all[home].bounds);
        if (i != home && all[i].area > all[home].area * MuchBigger && distance <= FarthestIsland)
            near.emplace_back(distance, i);
    }
    std::sort(near.begin(), near.end());
    std::vector<std::size_t> found;
    for (const auto& [distance, island] : near)
        if (found.size() < MostTries)
            found.push_back(island);
    return found;
}

/// Some polygon of each island.
std::vector<NavPolygonRef> polygonsOf(const NavMesh& mesh, const NavIslands& islands)
{
    std::vector<NavPolygonRef> polygons(islands.all().size());
    for (const auto& polygon : mesh.polygons())
        if (const auto island = islands.of(polygon.ref); island && polygons[*island] == 0)
            polygons[*island] = polygon.ref;
    return polygons;
}

/// Whether it is something that keeps an agent from ground that was meant for it.
bool isWorthTelling(const NavWhy& why)
{
    switch (why.cause) {
    case NavCause::None:
    case NavCause::OffMesh:
    case NavCause::NodeLimit:
    case NavCause::StaleTile:
        return false;
    case NavCause::Island:
        return why.actual <= WidestGap;
    default:
        return true;
    }
}

/// As high as the level is there: the mesh is a little off.
Vec3d onLevel(const NavScene& scene, const NavConfig& config, const Vec3d& place)
{
    Aabb box;
    box.add(place);
    const double slack = 3 * config.cellHeight;
    const auto floor = NavProbe{scene, box.grown(slack)}.floor(place, place.y + slack);
    return floor && floor->height >= place.y - slack ? Vec3d{place.x, floor->height, place.z}
                                                     : place;
}

/// How far the rest is, where no single limit explains why nobody gets there.
std::string gapText(const NavCutOff& cutOff)
{
    const auto& [from, to] = cutOff.gap;
    const double up = to.y - from.y;
    if (std::abs(up) <= cutOff.stepHeight)
        return fmt::format(": the rest is {:.2f} m away at {}.", glm::length(to - from),
                           navPlaceText(to));
    const double across = std::hypot(to.x - from.x, to.z - from.z);
    const auto away =
        across > cutOff.stepWidth ? fmt::format("{:.2f} m away and ", across) : std::string{};
    if (up < 0)
        return fmt::format(": the rest is {}{:.2f} m down.", away, -up);
    return fmt::format(": the rest is {}{:.2f} m up, '{}' climbs {:.2f} m.", away, up, cutOff.agent,
                       cutOff.stepHeight);
}

/// Measures first: a list shows how a sentence begins.
std::string reasonText(const NavCutOff& cutOff)
{
    const auto& why = cutOff.why;
    switch (why.cause) {
    case NavCause::Island:
        return gapText(cutOff);
    case NavCause::Step:
        return fmt::format(": the step is {:.2f} m high, '{}' climbs {:.2f} m.", why.actual,
                           cutOff.agent, cutOff.stepHeight);
    default:
        return ". " + why.message;
    }
}
} // namespace

bool isStartTiny(const World& world, const NavMesh& mesh, const NavIslands& islands)
{
    const auto start = startOn(world, mesh, islands);
    return start && isTiny(islands, start->island);
}

std::optional<NavCutOff>
findCutOff(const World& world, const NavScene& scene, const NavMesh& mesh, JobControl& control)
{
    const NavIslands islands{mesh};
    const auto start = startOn(world, mesh, islands);
    if (!start || !isTiny(islands, start->island))
        return std::nullopt;
    const auto polygons = polygonsOf(mesh, islands);
    std::optional<NavCutOff> found;
    for (const auto island : islandsAround(islands, start->island)) {
        const auto gap = nearestPlaces(mesh, start->polygon, polygons[island]);
        const NavQuestion question{start->place, gap.to,
                                   NavFilter::of(mesh.config().profile.agent)};
        auto why = explainPath(world, scene, mesh, question, 1, &control);
        if (control.isCancelled() || why.cause == NavCause::None)
            return std::nullopt; // by a link, say
        // A gap is the last thing to tell of: another island may be behind a single step.
        const bool isBetter = !found || found->why.cause == NavCause::Island;
        if (isWorthTelling(why) && isBetter)
            found = NavCutOff{
                playerStartEntity(world),
                islands.all()[start->island].area,
                std::move(why),
                {onLevel(scene, mesh.config(), gap.from), onLevel(scene, mesh.config(), gap.to)},
                mesh.config().profile.name,
                mesh.config().profile.agent.stepHeight,
                2 * (mesh.config().profile.agent.radius + mesh.config().cellSize)};
        if (found && found->why.cause != NavCause::Island)
            break;
    }
    return found;
}

Issue issueOf(const NavCutOff& cutOff)
{
    const auto& why = cutOff.why;
    const bool isGap = why.cause == NavCause::Island;
    Issue issue{Severity::Warning,
                "start-cut-off",
                cutOff.start,
                navPlaceText(isGap ? cutOff.gap.to : why.place),
                fmt::format("The start is cut off{} The start has {:.1f} m\u00b2 of ground.",
                            reasonText(cutOff), cutOff.area),
                why.fix};
    if (why.mend.kind == NavMendKind::AddLink)
        issue.path = {why.mend.from, why.mend.from + why.mend.link.end};
    else
        issue.path = {isGap ? (cutOff.gap.from + cutOff.gap.to) / 2.0 : why.place};
    if (why.entity)
        issue.others = {why.entity};
    return issue;
}
} // namespace engine
