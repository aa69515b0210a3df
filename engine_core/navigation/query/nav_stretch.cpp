#include "engine_core/navigation/query/nav_stretch.h"

#include "engine_core/navigation/survey/nav_islands.h"

#include <algorithm>
#include <set>

namespace engine
{
namespace
{
constexpr double StretchSpacing = 0.04; ///< metres between points of a stretch
constexpr std::size_t MostPoints = 20000;
constexpr std::size_t MostCorners = 1500; ///< of an island, when two are compared
constexpr double DetourSlack = 1.05;      ///< times the short way that a mesh may be off
constexpr double DetourMargin = 0.5;      ///< metres on top
constexpr double SidewaysSteps = 50;      ///< to each side
constexpr double LeastAside = 2.5;        ///< metres to each side that are looked at

std::vector<Vec3d> pointsAlong(const NavPath& path)
{
    std::vector<Vec3d> points;
    for (std::size_t i = 1; i < path.corners.size(); ++i) {
        const auto& a = path.corners[i - 1].position;
        const auto& b = path.corners[i].position;
        const auto count = std::clamp(std::ceil(glm::length(b - a) / StretchSpacing), 1.0,
                                      static_cast<double>(MostPoints));
        for (double k = 0; k < count; ++k)
            points.push_back(a + (b - a) * (k / count));
    }
    if (!path.corners.empty())
        points.push_back(path.corners.back().position);
    if (points.size() > MostPoints)
        points.resize(MostPoints);
    return points;
}

/// A part of the points, and a little more on both sides: steps and walls begin before the ground
/// ends.
NavStretch stretchBetween(const std::vector<Vec3d>& points,
                          std::size_t begin,
                          std::size_t end,
                          double aside,
                          const Vec3d& otherwise)
{
    NavStretch stretch;
    if (points.empty()) {
        stretch.points.push_back(otherwise);
        return stretch;
    }
    const auto more = static_cast<std::size_t>(std::ceil(aside / StretchSpacing));
    begin = begin > more ? begin - more : 0;
    end = std::min(end + more + 1, points.size());
    stretch.points.assign(points.begin() + static_cast<std::ptrdiff_t>(begin),
                          points.begin() + static_cast<std::ptrdiff_t>(end));
    return stretch;
}

/// Which polygons can be reached from the place.
std::set<NavPolygonRef> reachedFrom(const NavQuery& query, const Vec3d& place)
{
    std::set<NavPolygonRef> refs;
    if (const auto reach = query.reachable(place, 1e9))
        for (const auto& each : reach->places)
            refs.insert(each.polygon);
    return refs;
}

/// Ground at a point of a stretch, and the flattest way there.
struct Foothold
{
    NavStorey storey;
    double climbed = std::numeric_limits<double>::infinity(); ///< metres up and down
    std::size_t before = 0;                                   ///< of those at the point before it
};

struct Footholds
{
    std::size_t point = 0;
    std::vector<Foothold> all;
};

/// At the ends of a stretch the height is known, and worth a detour up or down in between.
constexpr double WrongStorey = 4;

/// Whether one gets from one to the other: it is in the same room, and no more than `most` metres
/// up.
bool isBeside(const NavStorey& from, const NavStorey& to, double room, double most)
{
    const double shared =
        std::min(from.ceiling, to.ceiling) - std::max(from.floor.height, to.floor.height);
    return shared > room / 2 && to.floor.height - from.floor.height <= most;
}

/// At each point that has ground; from the second on what is beside that of the point before it.
std::vector<Footholds>
footholdsAlong(const NavProbe& probe, const NavStretch& stretch, double room, double most)
{
    std::vector<Footholds> rows;
    for (std::size_t i = 0; i < stretch.points.size(); ++i) {
        Footholds row{i, {}};
        for (const auto& storey : probe.storeys(stretch.points[i], room)) {
            Foothold hold{storey};
            if (rows.empty())
                hold.climbed = WrongStorey * std::abs(storey.floor.height - stretch.points[i].y);
            for (std::size_t k = 0; !rows.empty() && k < rows.back().all.size(); ++k) {
                const auto& from = rows.back().all[k];
                const double climbed =
                    from.climbed + std::abs(storey.floor.height - from.storey.floor.height);
                if (climbed < hold.climbed && isBeside(from.storey, storey, room, most)) {
                    hold.climbed = climbed;
                    hold.before = k;
                }
            }
            if (std::isfinite(hold.climbed))
                row.all.push_back(hold);
        }
        if (!row.all.empty())
            rows.push_back(std::move(row));
    }
    return rows;
}

/// The ground of the flattest way along the stretch that has `room` metres above it and stays below
/// what is above it: the top of a ceiling is no ground of the room.
template <typename Visit>
void followGround(
    const NavProbe& probe, const NavStretch& stretch, double room, double most, const Visit& visit)
{
    const auto rows = footholdsAlong(probe, stretch, room, most);
    if (rows.empty())
        return;
    const auto& ends = rows.back().all;
    const double height = stretch.points[rows.back().point].y;
    const auto costOf = [&](const Foothold& end) {
        return end.climbed + WrongStorey * std::abs(end.storey.floor.height - height);
    };
    const auto end = std::min_element(ends.begin(), ends.end(), [&](const auto& a, const auto& b) {
        return costOf(a) < costOf(b);
    });
    std::vector<std::size_t> way(rows.size());
    way.back() = static_cast<std::size_t>(end - ends.begin());
    for (std::size_t i = rows.size() - 1; i > 0; --i)
        way[i - 1] = rows[i].all[way[i]].before;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        // Where a way grazes a wall it is as high as before.
        const auto next = i + 1 < rows.size() ? rows[i + 1].point : stretch.points.size();
        for (auto point = rows[i].point; point < next; ++point)
            visit(point, rows[i].all[way[i]].storey.floor);
    }
}

/// How far the agent's middle could go to one side before a wall or a ledge comes; metres.
std::optional<NavMeasure>
roomAside(const NavProbe& probe, const Vec3d& foot, const Vec3d& side, const NavAgent& agent)
{
    const double most = std::max(LeastAside, agent.radius * 1.5);
    const double step = most / SidewaysSteps;
    NavMeasure room{most, foot + side * most, {}};
    const double low = agent.stepHeight + 0.02;
    for (const double share : {0.0, 0.35, 0.7, 0.98}) {
        const double height = low + (agent.height - low) * share;
        const auto hit = probe.wall({foot + Vec3d{0, height, 0}, side}, room.actual);
        if (hit)
            room = {hit->distance, foot + side * hit->distance, hit->entity};
    }
    double ground = foot.y;
    for (double away = step; away < room.actual; away += step) {
        const auto floor = probe.floor(foot + side * away, ground + agent.stepHeight + 0.01);
        if (!floor || ground - floor->height > agent.stepHeight)
            return NavMeasure{away - step / 2, foot + side * away, {}};
        ground = floor->height;
    }
    return room;
}

std::vector<Vec3d> cornersOf(const NavMesh& mesh, const NavIslands& islands, NavPolygonRef of)
{
    const auto island = islands.of(of);
    std::vector<Vec3d> corners;
    for (const auto& polygon : mesh.polygons())
        if (islands.of(polygon.ref) == island)
            for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
                const auto& a = polygon.corners[i];
                corners.push_back(a);
                corners.push_back((a + polygon.corners[(i + 1) % polygon.corners.size()]) / 2.0);
            }
    // Every so many of a big island: the answer names a place, not a measure to build by.
    const auto every = corners.size() / MostCorners + 1;
    std::vector<Vec3d> some;
    for (std::size_t i = 0; i < corners.size(); i += every)
        some.push_back(corners[i]);
    return some;
}
} // namespace

NavStretch blockedStretch(const NavMesh& mesh,
                          const NavFilter& filter,
                          const Vec3d& from,
                          const Vec3d& to,
                          const NavPath& path)
{
    const NavQuery query{mesh, filter};
    const auto& config = mesh.config();
    const auto& agent = config.profile.agent;
    const double aside = agent.radius + 2 * config.cellSize;
    const Vec3d reach{aside, std::max(agent.stepHeight, 0.3), aside};
    const auto near = reachedFrom(query, from);
    const auto far = reachedFrom(query, to);
    const auto points = pointsAlong(path);
    const auto isIn = [&](const std::set<NavPolygonRef>& refs, const Vec3d& point) {
        const auto ground = query.nearest(point, reach);
        return ground && refs.contains(ground->polygon);
    };
    // The last place that can be reached from the start, then the first from which the goal can.
    std::size_t begin = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (isIn(near, points[i]))
            begin = i;
    std::size_t end = begin;
    while (end + 1 < points.size() && !isIn(far, points[end]))
        ++end;
    return stretchBetween(points, begin, end, aside, from);
}

NavStretch detourStretch(const NavMesh& mesh, const NavFilter& filter, const NavPath& path)
{
    const NavQuery query{mesh, filter};
    const auto& agent = mesh.config().profile.agent;
    const double aside = agent.radius + 2 * mesh.config().cellSize;
    const auto points = pointsAlong(path);
    if (points.size() < 2)
        return stretchBetween(points, 0, 0, aside, path.start ? path.start->position : Vec3d{0});
    const auto isAsShort = [&](std::size_t a, std::size_t b) {
        const double along =
            path.length * static_cast<double>(b - a) / static_cast<double>(points.size() - 1);
        const auto way = query.findPath(points[a], points[b]);
        return way.found && way.length <= along * DetourSlack + 2 * aside + DetourMargin;
    };
    // Halving: what is near on foot stays near until the way round begins.
    const auto last = points.size() - 1;
    std::size_t begin = 0;
    for (std::size_t far = last; far - begin > 1;) {
        const auto middle = begin + (far - begin) / 2;
        (isAsShort(0, middle) ? begin : far) = middle;
    }
    std::size_t end = last;
    for (std::size_t near = begin; end - near > 1;) {
        const auto middle = near + (end - near) / 2;
        (isAsShort(middle, last) ? end : near) = middle;
    }
    return stretchBetween(points, begin, end, aside, points.front());
}

std::optional<NavMeasure>
highestStep(const NavProbe& probe, const NavStretch& stretch, double room, double most)
{
    std::optional<NavMeasure> best;
    std::optional<NavSurfaceHit> last;
    followGround(probe, stretch, room, most + 0.05, [&](std::size_t i, const NavSurfaceHit& floor) {
        if (last) {
            // What a slope rises by on its way is no step.
            const double tilt = std::sqrt(std::max(1 - floor.normal.y * floor.normal.y, 0.0)) /
                                std::max(floor.normal.y, 0.1);
            const double rise = std::abs(floor.height - last->height) - tilt * StretchSpacing;
            if (!best || rise > best->actual)
                best = NavMeasure{rise,
                                  {stretch.points[i].x, std::max(floor.height, last->height),
                                   stretch.points[i].z},
                                  floor.height > last->height ? floor.entity : last->entity};
        }
        last = floor;
    });
    return best;
}

std::optional<NavMeasure>
lowestRoom(const NavProbe& probe, const NavStretch& stretch, double room, double most)
{
    std::optional<NavMeasure> best;
    followGround(probe, stretch, room, most + 0.05, [&](std::size_t i, const NavSurfaceHit& floor) {
        const auto above = probe.ceiling(stretch.points[i], floor.height + 0.01);
        if (above && (!best || above->height - floor.height < best->actual))
            best = NavMeasure{above->height - floor.height,
                              {stretch.points[i].x, floor.height, stretch.points[i].z},
                              above->entity};
    });
    return best;
}

std::optional<NavMeasure>
steepestGround(const NavProbe& probe, const NavStretch& stretch, double room)
{
    std::optional<NavMeasure> best;
    followGround(probe, stretch, room, 0.5, [&](std::size_t i, const NavSurfaceHit& floor) {
        const double angle = degrees(std::acos(std::clamp(floor.normal.y, -1.0, 1.0)));
        if (!best || angle > best->actual)
            best = NavMeasure{
                angle, {stretch.points[i].x, floor.height, stretch.points[i].z}, floor.entity};
    });
    return best;
}

std::optional<NavMeasure>
narrowestPlace(const NavProbe& probe, const NavStretch& stretch, double room, const NavAgent& agent)
{
    std::optional<NavMeasure> best;
    if (stretch.points.size() < 2)
        return best;
    followGround(probe, stretch, room, agent.stepHeight + 0.05,
                 [&](std::size_t i, const NavSurfaceHit& floor) {
                     const auto& a = stretch.points[i > 0 ? i - 1 : 0];
                     const auto& b = stretch.points[std::max<std::size_t>(i, 1)];
                     const Vec3d along{b.x - a.x, 0, b.z - a.z};
                     if (glm::length(along) < 1e-6)
                         return;
                     // Squarely across the path is not always squarely across the gap: turn a
                     // little.
                     const auto ahead = glm::normalize(along);
                     const Vec3d foot{stretch.points[i].x, floor.height, stretch.points[i].z};
                     for (const double turn : {-40.0, -20.0, 0.0, 20.0, 40.0}) {
                         const auto angle = radians(turn + 90);
                         const Vec3d side{ahead.x * std::cos(angle) - ahead.z * std::sin(angle), 0,
                                          ahead.x * std::sin(angle) + ahead.z * std::cos(angle)};
                         const auto left = roomAside(probe, foot, side, agent);
                         const auto right = roomAside(probe, foot, -side, agent);
                         const double width = left->actual + right->actual;
                         if (!best || width < best->actual)
                             best = NavMeasure{width, (left->place + right->place) / 2.0,
                                               left->entity ? left->entity : right->entity};
                     }
                 });
    return best;
}

NavGap nearestPlaces(const NavMesh& mesh, NavPolygonRef from, NavPolygonRef to)
{
    const NavIslands islands{mesh};
    NavGap gap;
    double best = std::numeric_limits<double>::infinity();
    const auto theirs = cornersOf(mesh, islands, to);
    for (const auto& a : cornersOf(mesh, islands, from))
        for (const auto& b : theirs)
            if (const double distance = glm::length(b - a); distance < best) {
                best = distance;
                gap = {a, b};
            }
    return gap;
}
} // namespace engine
