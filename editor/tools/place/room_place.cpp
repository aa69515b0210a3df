#include "editor/tools/place/room_place.h"

#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/spatial/spatial_index.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

namespace editor
{
using engine::Aabb;
using engine::EntityId;
using engine::Vec3d;

namespace
{
constexpr double LowestRoom = 0.05; // metres: less is a joint between brushes

/// An interval of heights.
struct Span
{
    double bottom = 0;
    double top = 0;
};

/// The brushes that a ray enters. Models are no solids: they may be containers.
std::vector<engine::PickHit> brushesOn(const Document& document, const engine::Ray& ray)
{
    auto hits = engine::pickBrushes(document.world(), document.index(), ray);
    std::erase_if(hits, [&](const engine::PickHit& hit) {
        return document.world().get<engine::BrushComponent>(hit.entity) == nullptr;
    });
    return hits;
}

std::vector<engine::PickHit> brushesBelowTheSky(const Document& document, const Vec3d& at)
{
    return brushesOn(document, {{at.x, engine::WorldLimit, at.z}, {0, -1, 0}});
}

/// What stands at x, z of the place, from the lowest on, without what is within others.
std::vector<Span> solidsAt(const Document& document, const Vec3d& at)
{
    std::unordered_map<EntityId, double> tops;
    for (const auto& hit : brushesBelowTheSky(document, at))
        tops.try_emplace(hit.entity, hit.point.y);
    std::vector<Span> solids;
    for (const auto& hit : brushesOn(document, {{at.x, -engine::WorldLimit, at.z}, {0, 1, 0}})) {
        const auto top = tops.find(hit.entity);
        if (top == tops.end())
            continue;
        if (!solids.empty() && hit.point.y < solids.back().top + LowestRoom)
            solids.back().top = std::max(solids.back().top, top->second);
        else
            solids.push_back({hit.point.y, top->second});
    }
    return solids;
}

std::vector<Span> roomsAt(const Document& document, const Vec3d& at)
{
    const auto solids = solidsAt(document, at);
    std::vector<Span> rooms;
    for (std::size_t i = 1; i < solids.size(); ++i)
        rooms.push_back({solids[i - 1].top, solids[i].bottom});
    return rooms;
}

double distanceTo(const Span& room, double height)
{
    return std::max({room.bottom - height, height - room.top, 0.0});
}

std::optional<double> nearestHeight(const std::vector<Span>& rooms, double height, double clearance)
{
    const auto nearest =
        std::min_element(rooms.begin(), rooms.end(), [&](const Span& a, const Span& b) {
            return distanceTo(a, height) < distanceTo(b, height);
        });
    if (nearest == rooms.end())
        return std::nullopt;
    if (nearest->bottom < height && height < nearest->top)
        return height;
    const double off = std::min(clearance, (nearest->top - nearest->bottom) / 2);
    return std::clamp(height, nearest->bottom + off, nearest->top - off);
}

/// Around what may be in the way at the place.
Aabb boundsOfSolids(const Document& document, const Vec3d& at)
{
    Aabb bounds;
    for (const auto& hit : brushesBelowTheSky(document, at))
        if (const auto box = engine::boundsOf(document.world(), hit.entity); box.contains(at))
            bounds.add(box);
    return bounds;
}
} // namespace

bool isInRoom(const Document& document, const Vec3d& at)
{
    const auto rooms = roomsAt(document, at);
    return std::any_of(rooms.begin(), rooms.end(),
                       [&](const Span& room) { return room.bottom < at.y && at.y < room.top; });
}

bool hasRoomAt(const Document& document, const Vec3d& at)
{
    return !roomsAt(document, at).empty();
}

std::optional<Vec3d> nearestInRoom(const Document& document, const Vec3d& at, double clearance)
{
    if (const auto height = nearestHeight(roomsAt(document, at), at.y, clearance))
        return Vec3d{at.x, *height, at.z};
    const auto solids = boundsOfSolids(document, at);
    if (solids.isEmpty())
        return std::nullopt;
    std::array<Vec3d, 4> beside;
    beside.fill(at);
    beside[0].x = solids.min.x - clearance;
    beside[1].x = solids.max.x + clearance;
    beside[2].z = solids.min.z - clearance;
    beside[3].z = solids.max.z + clearance;
    std::stable_sort(beside.begin(), beside.end(), [&](const Vec3d& a, const Vec3d& b) {
        return glm::distance(a, at) < glm::distance(b, at);
    });
    for (const auto& each : beside)
        if (const auto height = nearestHeight(roomsAt(document, each), at.y, clearance))
            return Vec3d{each.x, *height, each.z};
    return std::nullopt;
}
} // namespace editor
