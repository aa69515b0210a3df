#include "editor/views/room_view.h"

#include "engine_core/scene/spatial/static_geometry.h"
#include "engine_core/scene/world/world.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace editor
{
using engine::Aabb;
using engine::SpatialIndex;
using engine::Vec3d;
using engine::World;

namespace
{
constexpr double ToWall = 0.3; ///< metres that stay free, more than the near plane

/// How far one gets from `from` before the first wall; objects in `seeThrough` are none.
double freeWay(const World& world,
               const SpatialIndex& index,
               const Vec3d& from,
               const Vec3d& direction,
               double way,
               const Aabb& seeThrough)
{
    for (const auto& hit : pickBrushes(world, index, {from, direction}, way + 10 * ToWall)) {
        if (seeThrough.contains(engine::boundsOf(world, hit.entity)))
            continue;
        // From the wall, not along the way, which may graze it.
        const double steep = std::max(0.1, -glm::dot(direction, hit.normal));
        return std::clamp(hit.distance - ToWall / steep, 0.0, way);
    }
    return way;
}

/// A camera there would stand in something, or cut it open.
bool isInSolid(const World& world, const SpatialIndex& index, const Vec3d& eye)
{
    constexpr double Near = 0.1; // metres, more than the near plane
    const auto touched = index.overlapping({eye - Vec3d{Near}, eye + Vec3d{Near}});
    return std::any_of(touched.begin(), touched.end(), [&](engine::EntityId entity) {
        const auto brush = engine::brushInWorld(world, entity);
        return brush != nullptr && brush->contains(eye, Near);
    });
}

/// The place lies on a solid that is between it and the eye; objects in `seeThrough` hide nothing.
bool isBehindItsSolid(const World& world,
                      const SpatialIndex& index,
                      const Vec3d& eye,
                      const Vec3d& place,
                      const Aabb& seeThrough)
{
    constexpr double Touching = 1e-3; // metres
    const double way = glm::distance(eye, place);
    const auto hits = pickBrushes(world, index, {eye, (place - eye) / way}, way - Touching);
    return std::any_of(hits.begin(), hits.end(), [&](const engine::PickHit& hit) {
        const auto brush = engine::brushInWorld(world, hit.entity);
        return brush != nullptr && brush->contains(place, Touching) &&
               !seeThrough.contains(engine::boundsOf(world, hit.entity));
    });
}

/// What one sees of a box from that side: the area of its outline, square metres.
double areaFrom(const Aabb& box, const Vec3d& direction)
{
    const auto size = glm::max(box.size(), Vec3d{0.1});
    return std::abs(direction.x) * size.y * size.z + std::abs(direction.y) * size.x * size.z +
           std::abs(direction.z) * size.x * size.y;
}

/// How far the box reaches from its centre on that way.
double reachOf(const Aabb& box, const Vec3d& direction)
{
    const auto half = box.size() * 0.5;
    double reach = 1e9;
    for (int i = 0; i < 3; ++i)
        if (std::abs(direction[i]) > 1e-9)
            reach = std::min(reach, half[i] / std::abs(direction[i]));
    return reach;
}

struct Side
{
    Vec3d direction; ///< from what is looked at
    double favour = 1;
};

/// Where a camera may stand: as it looks now, as it sees the box now, and all around.
std::vector<Side> sidesOf(const Vec3d& eye, const Vec3d& wanted, const Vec3d& center)
{
    const auto now = glm::normalize(wanted - center);
    std::vector<Side> sides{{now, 1.5}};
    if (const double way = glm::distance(eye, center); way > ToWall)
        sides.push_back({(eye - center) / way, 1.3});
    const double yaw = std::atan2(now.x, now.z);
    for (const double pitch : {0.15, 0.35, 0.9, -0.35, -0.9}) // radians, up
        for (int turn = 0; turn < 8; ++turn) {
            const double around = yaw + turn * engine::Pi / 4;
            sides.push_back({{std::sin(around) * std::cos(pitch), std::sin(pitch),
                              std::cos(around) * std::cos(pitch)}});
        }
    for (const auto& straight : {Vec3d{1, 0, 0}, Vec3d{-1, 0, 0}, Vec3d{0, 0, 1}, Vec3d{0, 0, -1}})
        sides.push_back({glm::normalize(straight + Vec3d{0, 0.15, 0})});
    return sides;
}
} // namespace

bool isEnclosed(const World& world,
                const SpatialIndex& index,
                const Vec3d& place,
                engine::Locked locked)
{
    constexpr std::array Directions{Vec3d{1, 0, 0},  Vec3d{-1, 0, 0}, Vec3d{0, 1, 0},
                                    Vec3d{0, -1, 0}, Vec3d{0, 0, 1},  Vec3d{0, 0, -1}};
    return std::all_of(Directions.begin(), Directions.end(), [&](const Vec3d& direction) {
        return pickNearestBrush(world, index, {place, direction}, 1e6, locked).has_value();
    });
}

std::optional<Look> lookInRoom(const World& world,
                               const SpatialIndex& index,
                               const Vec3d& eye,
                               const Vec3d& wanted,
                               const Aabb& box)
{
    if (!isEnclosed(world, index, eye))
        return std::nullopt;
    const auto center = box.center();
    const double way = glm::distance(wanted, center);
    const auto around = box.grown(1e-6);
    std::optional<Look> best;
    double most = 0;
    for (const auto& [direction, favour] : sidesOf(eye, wanted, center)) {
        const double there = freeWay(world, index, center, direction, way, around);
        if (there < reachOf(box, direction) + ToWall)
            continue; // within what is looked at, or too near
        const auto place = center + direction * there;
        double score = favour * there / way * areaFrom(box, direction);
        if (isBehindItsSolid(world, index, place, center, around))
            score *= 0.1; // the next room is no place to see this side of its wall
        if (score > most && isEnclosed(world, index, place) && !isInSolid(world, index, place)) {
            most = score;
            best = Look{place, center};
        }
    }
    if (!best && box.contains(eye)) { // such as the whole level: as far back as the room goes
        const auto back = glm::normalize(wanted - center);
        const auto place = eye + back * freeWay(world, index, eye, back, way, Aabb{});
        best = Look{place, place - back};
    }
    return best;
}

std::optional<Look> lookPastSolids(const World& world,
                                   const SpatialIndex& index,
                                   const Vec3d& eye,
                                   const Vec3d& wanted,
                                   const Aabb& box)
{
    const auto center = box.center();
    const auto around = box.grown(1e-6);
    const auto isGood = [&](const Vec3d& place) {
        return !isInSolid(world, index, place) &&
               !isBehindItsSolid(world, index, place, center, around);
    };
    if (isGood(wanted))
        return std::nullopt;
    const double way = glm::distance(wanted, center);
    std::optional<Look> best;
    double most = 0;
    for (const auto& [direction, favour] : sidesOf(eye, wanted, center)) {
        const double there = freeWay(world, index, center, direction, way, around);
        const double score = favour * there / way * areaFrom(box, direction);
        const auto place = center + direction * there;
        if (there < ToWall || score <= most || !isGood(place) || isEnclosed(world, index, place))
            continue;
        most = score;
        best = Look{place, center};
    }
    return best;
}

std::optional<Look> lookAt(const World& world,
                           const SpatialIndex& index,
                           const Vec3d& eye,
                           const Vec3d& wanted,
                           const Aabb& box)
{
    const auto look = lookInRoom(world, index, eye, wanted, box);
    return look ? look : lookPastSolids(world, index, eye, wanted, box);
}
} // namespace editor
