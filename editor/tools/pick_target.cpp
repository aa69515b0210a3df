#include "editor/tools/pick_target.h"

#include "editor/tools/handle.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"

#include <algorithm>

namespace editor
{
namespace
{
using engine::EntityId;
using engine::Vec3d;
using engine::World;

constexpr int MaxDepth = 256; // as the world: deeper ones are cycles of a hostile file

EntityId parentOf(const World& world, EntityId entity)
{
    const auto* node = world.get<engine::Node>(entity);
    return node != nullptr ? node->parent : EntityId{};
}

EntityId outermost(const World& world, EntityId entity)
{
    for (int depth = 0; depth < MaxDepth; ++depth) {
        const auto parent = parentOf(world, entity);
        if (!parent)
            break;
        entity = parent;
    }
    return entity;
}

/// The selected one among the entity and what is above it; null if there is none.
EntityId selectedAbove(const Document& document, EntityId entity)
{
    for (int depth = 0; entity && depth < MaxDepth; ++depth) {
        if (document.selection().contains(entity))
            return entity;
        entity = parentOf(document.world(), entity);
    }
    return {};
}

double shownArea(const World& world, const engine::PickHit& hit, const Vec3d& forward)
{
    const auto* brush = world.get<engine::BrushComponent>(hit.entity);
    if (brush == nullptr || !brush->brush || hit.face >= brush->brush->faceCount())
        return std::numeric_limits<double>::infinity();
    return engine::faceArea(*brush->brush, hit.face) * std::abs(glm::dot(hit.normal, forward));
}

/// Corners of a face in the world.
std::vector<Vec3d> cornersOf(const World& world, const engine::FaceRef& face)
{
    const auto& brush = *world.get<engine::BrushComponent>(face.entity)->brush;
    const auto place = engine::worldTransform(world, face.entity);
    std::vector<Vec3d> corners;
    for (const auto index : brush.faceVertices(face.face))
        corners.push_back(place.apply(brush.vertices()[index]));
    return corners;
}

/// Pixels from the pointer to the nearest edge of the face, and the place on that edge.
std::pair<double, Vec3d>
nearestEdge(const World& world, const engine::FaceRef& face, const PointerEvent& event)
{
    const auto corners = cornersOf(world, face);
    double best = std::numeric_limits<double>::infinity();
    Vec3d place{0};
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const auto& from = corners[i];
        const auto& to = corners[(i + 1) % corners.size()];
        const auto pixels = pixelsTo(event, from, to);
        if (!pixels || *pixels >= best)
            continue;
        best = *pixels;
        place = (from + to) * 0.5;
    }
    return {best, place};
}

std::optional<GrabbedFace> sideToPull(const Document& document, const PointerEvent& event)
{
    const auto& world = document.world();
    const auto forward = event.camera.forward();
    constexpr double NearEdge = 14; // pixels, outside of the brush
    std::optional<GrabbedFace> best;
    double bestPixels = std::numeric_limits<double>::infinity();
    for (const auto entity : document.selection().entities()) {
        const auto* brush = world.get<engine::BrushComponent>(entity);
        if (brush == nullptr || !brush->brush)
            continue;
        const bool inside =
            std::any_of(event.hits.begin(), event.hits.end(),
                        [&](const engine::PickHit& hit) { return hit.entity == entity; });
        for (std::size_t i = 0; i < brush->brush->faceCount(); ++i) {
            const engine::FaceRef face{entity, i};
            if (std::abs(glm::dot(worldPlane(world, face).normal, forward)) > 0.1)
                continue;
            const auto [pixels, place] = nearestEdge(world, face, event);
            if (pixels >= bestPixels || (!inside && pixels > NearEdge))
                continue;
            bestPixels = pixels;
            best = GrabbedFace{face, place};
        }
    }
    return best;
}
} // namespace

std::optional<engine::PickHit> clickedHit(const World& world, const PointerEvent& event)
{
    if (event.hits.empty())
        return std::nullopt;
    if (event.view == ViewKind::Perspective)
        return event.hits.front();
    const auto forward = event.camera.forward();
    return *std::min_element(event.hits.begin(), event.hits.end(),
                             [&](const engine::PickHit& a, const engine::PickHit& b) {
                                 return shownArea(world, a, forward) < shownArea(world, b, forward);
                             });
}

EntityId objectFor(const Document& document, EntityId entity)
{
    const auto& world = document.world();
    const auto group = outermost(world, entity);
    if (group == entity)
        return entity;
    const auto primary = document.selection().primary();
    const bool isOpen = primary && primary != group && engine::isAncestor(world, group, primary);
    return isOpen ? entity : group;
}

std::optional<GrabbedObject> selectedUnder(const Document& document, const PointerEvent& event)
{
    if (const auto object = selectedAbove(document, event.icon))
        return GrabbedObject{object, engine::worldTransform(document.world(), event.icon).position};
    if (event.icon)
        return std::nullopt;
    for (const auto& hit : event.hits)
        if (const auto object = selectedAbove(document, hit.entity))
            return GrabbedObject{object, hit.point};
    return std::nullopt;
}

std::optional<GrabbedFace> faceToPull(const Document& document, const PointerEvent& event)
{
    if (event.view != ViewKind::Perspective)
        return sideToPull(document, event);
    for (const auto& hit : event.hits)
        if (document.selection().contains(hit.entity) ||
            document.selection().contains(engine::FaceRef{hit.entity, hit.face}))
            return GrabbedFace{{hit.entity, hit.face}, hit.point};
    return std::nullopt;
}

engine::Plane worldPlane(const World& world, const engine::FaceRef& face)
{
    const auto& brush = *world.get<engine::BrushComponent>(face.entity)->brush;
    const auto place = engine::worldTransform(world, face.entity);
    const auto normal =
        glm::normalize(place.rotation * (brush.faces()[face.face].plane.normal / place.scale));
    return {normal, glm::dot(normal, place.apply(engine::faceCenter(brush, face.face)))};
}
} // namespace editor
