#include "editor/tools/gestures/snap_target.h"

#include "editor/operations/brush/patch_operations.h"
#include "editor/tools/gestures/handle.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"

#include <algorithm>

namespace editor
{
using engine::Aabb;
using engine::EntityId;
using engine::Vec3d;

namespace
{
constexpr double Reach = 12; ///< pixels

const engine::PickHit* surfaceHit(const PointerEvent& event, const Excluded& excluded)
{
    for (const auto& hit : event.hits)
        if (!excluded.contains(hit.entity))
            return &hit;
    return nullptr;
}

bool isShown(const engine::World& world, EntityId entity)
{
    const auto* node = world.get<engine::Node>(entity);
    return node != nullptr && !node->hidden;
}

/// Where things near the pointer can be: a column along a 2D view, a box at the surface in 3D.
std::optional<Aabb> aroundPointer(const PointerEvent& event, const Excluded& excluded)
{
    if (const auto depth = depthAxis(event.view)) {
        const auto place = event.onViewPlane(Vec3d{0});
        auto box = Aabb{place, place}.grown(metresOf(event, Reach, place));
        box.min[*depth] = -engine::WorldLimit;
        box.max[*depth] = engine::WorldLimit;
        return box;
    }
    const auto* hit = surfaceHit(event, excluded);
    if (hit == nullptr)
        return std::nullopt;
    return Aabb{hit->point, hit->point}.grown(metresOf(event, Reach, hit->point));
}

template <typename Visit>
void forEachCorner(const engine::World& world, EntityId entity, const Visit& visit)
{
    if (const auto* patch = patchOf(world, entity)) {
        const auto place = engine::worldTransform(world, entity);
        for (const auto& point : patch->grid->points())
            visit(place.apply(point.position));
    }
    const auto* component = world.get<engine::BrushComponent>(entity);
    if (component == nullptr || !component->brush)
        return;
    const auto place = engine::worldTransform(world, entity);
    for (const auto& vertex : component->brush->vertices())
        visit(place.apply(vertex));
}
} // namespace

SnapKind nextSnap(SnapKind kind)
{
    if (kind == SnapKind::Grid)
        return SnapKind::Vertices;
    return kind == SnapKind::Vertices ? SnapKind::Faces : SnapKind::Grid;
}

const char* snapText(SnapKind kind)
{
    if (kind == SnapKind::Grid)
        return "";
    return kind == SnapKind::Vertices ? "  to vertices" : "  to faces";
}

Excluded withAllBelow(const engine::World& world, std::span<const EntityId> entities)
{
    Excluded all;
    for (const auto root : entities)
        for (const auto entity : engine::subtree(world, root))
            all.insert(entity);
    return all;
}

Excluded brushesWithCorners(const engine::World& world,
                            std::span<const EntityId> brushes,
                            std::vector<Vec3d> places)
{
    constexpr double Near = 1e-3; // metres: planes may have moved a corner a little
    std::sort(places.begin(), places.end(),
              [](const Vec3d& a, const Vec3d& b) { return a.x < b.x; });
    Excluded found;
    for (const auto brush : brushes)
        forEachCorner(world, brush, [&](const Vec3d& corner) {
            auto at = std::lower_bound(places.begin(), places.end(), corner.x - Near,
                                       [](const Vec3d& place, double x) { return place.x < x; });
            for (; at != places.end() && at->x <= corner.x + Near; ++at)
                if (glm::distance(*at, corner) <= Near)
                    found.insert(brush);
        });
    return found;
}

std::optional<Vec3d>
vertexUnder(const Document& document, const PointerEvent& event, const Excluded& excluded)
{
    const auto box = aroundPointer(event, excluded);
    if (!box)
        return std::nullopt;
    const auto& world = document.world();
    std::optional<Vec3d> nearest;
    double best = Reach;
    for (const auto entity : document.index().overlapping(*box)) {
        if (excluded.contains(entity) || !isShown(world, entity))
            continue;
        forEachCorner(world, entity, [&](const Vec3d& corner) {
            const auto pixels = pixelsTo(event, corner);
            if (!box->contains(corner) || !pixels || *pixels > best)
                return;
            best = *pixels;
            nearest = corner;
        });
    }
    return nearest;
}

std::optional<Vec3d>
nearestCorner(const engine::World& world, const Excluded& objects, const Vec3d& place)
{
    std::optional<Vec3d> nearest;
    double best = std::numeric_limits<double>::infinity();
    for (const auto entity : objects)
        forEachCorner(world, entity, [&](const Vec3d& corner) {
            const double distance = glm::length(corner - place);
            if (distance >= best)
                return;
            best = distance;
            nearest = corner;
        });
    return nearest;
}

std::optional<SnapPlane>
planeUnder(const Document& document, const PointerEvent& event, const Excluded& excluded)
{
    const auto depth = depthAxis(event.view);
    if (!depth) {
        const auto* hit = surfaceHit(event, excluded);
        if (hit == nullptr)
            return std::nullopt;
        const int axis = majorAxis(hit->normal);
        return SnapPlane{axis, hit->point[axis], hit->normal[axis] < 0 ? -1.0 : 1.0};
    }
    const auto box = aroundPointer(event, excluded);
    const auto place = box->center();
    std::optional<SnapPlane> nearest;
    double best = metresOf(event, Reach, place);
    for (const auto entity : document.index().overlapping(*box)) {
        const auto* brush = document.world().get<engine::BrushComponent>(entity);
        if (brush == nullptr || excluded.contains(entity) || !isShown(document.world(), entity))
            continue;
        const auto bounds = engine::boundsOf(document.world(), entity);
        for (int axis = 0; axis < 3; ++axis)
            for (const double at : {bounds.min[axis], bounds.max[axis]})
                if (axis != *depth && std::abs(at - place[axis]) < best) {
                    best = std::abs(at - place[axis]);
                    nearest = SnapPlane{axis, at, 0};
                }
    }
    return nearest;
}

Vec3d snappedTo(SnapKind kind,
                const Document& document,
                const PointerEvent& event,
                const Excluded& excluded,
                Vec3d place)
{
    if (kind == SnapKind::Vertices) {
        auto corner = vertexUnder(document, event, excluded).value_or(place);
        if (const auto depth = depthAxis(event.view))
            corner[*depth] = place[*depth];
        return corner;
    }
    if (kind == SnapKind::Faces)
        if (const auto plane = planeUnder(document, event, excluded))
            place[plane->axis] = plane->place;
    return place;
}
} // namespace editor
