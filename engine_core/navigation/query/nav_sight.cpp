#include "engine_core/navigation/query/nav_sight.h"

#include "engine_core/navigation/survey/nav_launch.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr double EyeHeight = 1.6;      ///< metres
constexpr double Reach = 80;           ///< metres in which a floor counts as seen
constexpr std::size_t MostEyes = 300;  ///< places to look from at one floor
constexpr std::size_t MostTargets = 8; ///< places of a floor that are looked at
constexpr double AboveFloor = 0.4;     ///< metres; what lies on a floor is seen first
constexpr double BodyAtRim = 1;        ///< metres; who stood at an edge would be seen so high
constexpr double RimSpacing = 1;       ///< metres
constexpr std::size_t MostRims = 32;   ///< places at the border of a floor
constexpr double NearWall = 0.5;       ///< metres beyond the edge
constexpr double Most = 0.75;          ///< share that counts as all around
constexpr double Some = 0.1;           ///< share that is more than a corner
constexpr double WidestWall = 2;       ///< metres of mesh; narrower outside ground is a wall's top
constexpr double ThickestRoof = 1.5;   ///< metres
constexpr double DeepestRoom = 12;     ///< metres below a roof
constexpr double BelowSurface = 0.05;  ///< metres
constexpr double TallestBlock = 6;     ///< metres; what is taller is a house or a rock
constexpr double MostSlender = 8;      ///< square metres by width squared; a square has 4

/// At most so many of them, evenly chosen.
template <typename T>
std::vector<T> some(const std::vector<T>& all, std::size_t most)
{
    const auto every = all.size() / most + 1;
    std::vector<T> chosen;
    for (std::size_t i = 0; i < all.size(); i += every)
        chosen.push_back(all[i]);
    return chosen;
}

Vec3d middleOf(const std::vector<Vec3d>& corners)
{
    Vec3d middle{0};
    for (const auto& corner : corners)
        middle += corner / static_cast<double>(corners.size());
    return middle;
}

/// For probes that look straight up and down there.
Aabb columnsOf(const std::vector<Vec3d>& places)
{
    Aabb box;
    for (const auto& place : places)
        box.add(place);
    box.min.y = -WorldLimit;
    box.max.y = WorldLimit;
    return box.grown(0.01);
}

bool isMost(std::ptrdiff_t count, std::size_t of)
{
    return 2 * static_cast<std::size_t>(count) > of;
}
} // namespace

NavSight::NavSight(const NavScene& scene,
                   const NavMesh& mesh,
                   const NavIslands& islands,
                   const std::vector<bool>& isReached)
    : m_scene{scene}
    , m_mesh{mesh}
    , m_islands{islands}
    , m_isReached{isReached}
    , m_query{mesh, NavFilter::everything()}
    , m_ground(islands.all().size())
{
    for (const auto& polygon : mesh.polygons()) {
        const auto island = islands.of(polygon.ref);
        if (!island)
            continue;
        const auto& corners = polygon.corners;
        if (!isReached[*island])
            m_ground[*island].places.push_back(middleOf(corners));
        for (std::size_t i = 0; i < corners.size() && isReached[*island]; ++i)
            m_eyes.push_back((corners[i] + corners[(i + 1) % corners.size()]) / 2.0 +
                             Vec3d{0, EyeHeight, 0});
    }
    for (const auto& [coord, tile] : mesh.tiles())
        for (const auto& launch : navLaunches(mesh, coord, RimSpacing))
            if (const auto island = islands.of(launch.polygon); island && !isReached[*island])
                m_ground[*island].rims.push_back({launch.place, launch.outwards});
}

bool NavSight::isFloor(std::size_t island, double width) const
{
    const auto& ground = m_ground[island];
    const auto places = some(ground.places, MostTargets);
    if (isCovered(places))
        return true;
    const auto around = surroundings(some(ground.rims, MostRims));
    const bool isRoof = hasRoomsBelow(places, ThickestRoof);
    const bool isOutside = around.level < Most;
    if (isRoof && isOutside)
        return false;
    auto targets = places;
    for (auto& target : targets)
        target.y += AboveFloor;
    if (isOutside && width < WidestWall)
        return isSeen(targets, From::Above);
    return isSeen(targets, From::Anywhere) || isLedge(ground, isRoof, around) ||
           (isBlock(island, width, around) && !hasRoomsBelow(places, TallestBlock));
}

/// It stands on reached ground and is no wall.
bool NavSight::isBlock(std::size_t island, double width, const Surroundings& around) const
{
    const bool isWall =
        width < WidestWall && m_islands.all()[island].area > MostSlender * width * width;
    return around.steps >= Most && !isWall;
}

/// Its floor is above the eyes, and yet one sees that there is one: it leans on what is higher, and
/// somebody who stood at its edge would be seen.
bool NavSight::isLedge(const Ground& ground, bool isRoof, const Surroundings& around) const
{
    const bool isWithin = around.walls >= Most || (around.level >= Most && !isRoof);
    if (!isWithin || around.near < Some)
        return false;
    std::vector<Vec3d> bodies;
    for (const auto& rim : some(ground.rims, MostTargets))
        bodies.push_back(rim.place + Vec3d{0, BodyAtRim, 0});
    return isSeen(bodies, From::Anywhere);
}

bool NavSight::isCovered(const std::vector<Vec3d>& places) const
{
    const NavProbe probe{m_scene, columnsOf(places)};
    const auto covered = std::count_if(places.begin(), places.end(), [&](const Vec3d& place) {
        return probe.ceiling(place, place.y + 0.1).has_value();
    });
    return isMost(covered, places.size());
}

/// Whether what carries most of the places is the roof of something that one can stand in.
bool NavSight::hasRoomsBelow(const std::vector<Vec3d>& places, double thickest) const
{
    const NavProbe probe{m_scene, columnsOf(places)};
    const double height = m_mesh.config().profile.agent.height;
    const auto isOverRoom = [&](const Vec3d& place) {
        auto top = place.y - m_mesh.config().cellHeight - BelowSurface;
        while (const auto floor = probe.floor(place, top)) {
            // From a little below, so that what stands on it leaves no room.
            const auto under = probe.ceiling(place, floor->height - BelowSurface);
            if (!under || under->height > place.y || place.y - floor->height > DeepestRoom)
                return false;
            if (under->height - floor->height >= height)
                return place.y - under->height <= thickest;
            top = floor->height - BelowSurface;
        }
        return false;
    };
    return isMost(std::count_if(places.begin(), places.end(), isOverRoom), places.size());
}

NavSight::Surroundings NavSight::surroundings(const std::vector<Rim>& rims) const
{
    Surroundings around;
    if (rims.empty())
        return around;
    Aabb box;
    for (const auto& rim : rims)
        box.add(rim.place);
    const NavProbe probe{m_scene, box.grown(Reach)};
    const double edge = m_mesh.config().profile.agent.radius + m_mesh.config().cellSize;
    const double share = 1.0 / static_cast<double>(rims.size());
    for (const auto& rim : rims) {
        const Ray outwards{rim.place + Vec3d{0, BodyAtRim, 0}, rim.outwards};
        const auto wall = probe.wall(outwards, Reach);
        around.walls += wall ? share : 0;
        around.near += wall && wall->distance < edge + NearWall ? share : 0;
        const auto drop = dropToReached(probe, rim);
        around.level += wall || drop ? share : 0;
        around.steps += drop && *drop <= TallestBlock ? share : 0;
    }
    return around;
}

/// How deep one falls, in metres, by a step over the edge to ground that a player reaches.
std::optional<double> NavSight::dropToReached(const NavProbe& probe, const Rim& rim) const
{
    const auto& config = m_mesh.config();
    const double edge = config.profile.agent.radius + config.cellSize;
    for (const double beyond : {0.5, 1.0, 1.5, 2.0}) {
        const auto place = rim.place + rim.outwards * (edge + beyond);
        const auto floor = probe.floor(place, rim.place.y);
        if (!floor)
            continue;
        const auto ground = m_query.nearest({place.x, floor->height, place.z},
                                            {config.cellSize * 1.5, 0.3, config.cellSize * 1.5});
        const auto island = ground ? m_islands.of(ground->polygon) : std::nullopt;
        if (island && m_isReached[*island])
            return rim.place.y - floor->height;
    }
    return std::nullopt;
}

bool NavSight::isSeen(const std::vector<Vec3d>& targets, From from) const
{
    Aabb near;
    for (const auto& target : targets)
        near.add(target);
    near = near.grown(Reach);
    std::vector<Vec3d> eyes;
    std::copy_if(m_eyes.begin(), m_eyes.end(), std::back_inserter(eyes),
                 [&](const Vec3d& eye) { return near.contains(eye); });
    eyes = some(eyes, MostEyes);
    return std::any_of(eyes.begin(), eyes.end(), [&](const Vec3d& eye) {
        return std::any_of(targets.begin(), targets.end(), [&](const Vec3d& target) {
            return (from == From::Anywhere || eye.y >= target.y) && sees(eye, target);
        });
    });
}

bool NavSight::sees(const Vec3d& eye, const Vec3d& target) const
{
    const auto way = target - eye;
    const double distance = glm::length(way);
    if (distance < 1e-3)
        return true;
    Aabb box;
    box.add(eye);
    box.add(target);
    return !NavProbe{m_scene, box}.wall({eye, way / distance}, distance);
}
} // namespace engine
