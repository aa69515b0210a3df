#include "editor/tools/select/pick_target.h"

#include "editor/operations/brush/brush_space.h"
#include "editor/operations/entity/object_sets.h"
#include "editor/tools/gestures/handle.h"
#include "editor/tools/select/played_places.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/decals/decal.h"
#include "engine_core/scene/decals/decal_places.h"

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
    if (hit.face == engine::NoFace) { // a model: its box as the view sees it
        const auto size = engine::boundsOf(world, hit.entity).size();
        return glm::dot(Vec3d{size.y * size.z, size.z * size.x, size.x * size.y},
                        glm::abs(forward));
    }
    if (brush == nullptr || !brush->brush || hit.face >= brush->brush->faceCount())
        return std::numeric_limits<double>::infinity();
    return engine::faceArea(*brush->brush, hit.face) * std::abs(glm::dot(hit.normal, forward));
}

/// Pixels from the pointer to the nearest edge of the face, and the place on that edge.
std::pair<double, Vec3d>
nearestEdge(const World& world, const engine::FaceRef& face, const PointerEvent& event)
{
    const auto corners = worldCorners(world, face);
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
    for (const auto entity : brushesToPull(document)) {
        const bool inside =
            std::any_of(event.hits.begin(), event.hits.end(),
                        [&](const engine::PickHit& hit) { return hit.entity == entity; });
        const auto brush = brushOf(world, entity);
        for (std::size_t i = 0; i < brush->faceCount(); ++i) {
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

/// Whether the face looks away from the eye.
bool looksAway(const World& world, const engine::FaceRef& face, const Vec3d& eye)
{
    return worldPlane(world, face).above(eye) < 0;
}

/// The place of the edge under the pointer if a face that looks away and one that does not meet
/// there.
std::optional<Vec3d> onSilhouette(const World& world,
                                  const engine::FaceRef& hidden,
                                  std::size_t corner,
                                  const PointerEvent& event)
{
    const auto& brush = *world.get<engine::BrushComponent>(hidden.entity)->brush;
    const auto corners = brush.faceVertices(hidden.face);
    const auto from = corners[corner];
    const auto to = corners[(corner + 1) % corners.size()];
    for (std::size_t i = 0; i < brush.faceCount(); ++i) {
        const auto other = brush.faceVertices(i);
        if (i == hidden.face || std::find(other.begin(), other.end(), from) == other.end() ||
            std::find(other.begin(), other.end(), to) == other.end())
            continue;
        if (looksAway(world, {hidden.entity, i}, event.ray.origin))
            return std::nullopt;
        const auto place = engine::worldTransform(world, hidden.entity);
        const auto a = place.apply(brush.vertices()[from]);
        const auto way = place.apply(brush.vertices()[to]) - a;
        const double length = glm::length(way);
        const auto along = engine::closestDistanceOnAxis(event.ray, a, way / length);
        return a + way / length * std::clamp(along.value_or(0), 0.0, length);
    }
    return std::nullopt;
}

/// The far side of a selected brush, taken by the outline beside which the pointer is.
std::optional<GrabbedFace> backFaceToPull(const Document& document, const PointerEvent& event)
{
    const auto& world = document.world();
    std::optional<GrabbedFace> best;
    double bestPixels = HandleRadius;
    for (const auto entity : brushesToPull(document)) {
        const auto brush = brushOf(world, entity);
        for (std::size_t i = 0; i < brush->faceCount(); ++i) {
            const engine::FaceRef face{entity, i};
            if (!looksAway(world, face, event.ray.origin))
                continue;
            for (std::size_t corner = 0; corner < brush->faceVertices(i).size(); ++corner)
                if (const auto place = onSilhouette(world, face, corner, event))
                    if (const auto pixels = pixelsTo(event, *place);
                        pixels && *pixels < bestPixels) {
                        bestPixels = *pixels;
                        best = GrabbedFace{face, *place};
                    }
        }
    }
    return best;
}
} // namespace

namespace
{
constexpr double Forgiven = 4;    // pixels beside a thing in a 2D view
constexpr double Thin = 8;        // pixels; thinner things are taken from beside as well
constexpr double IconRadius = 11; // pixels

bool looksThin(const World& world, EntityId entity, const PointerEvent& event)
{
    const auto size = engine::boundsOf(world, entity).size();
    const double pixel = event.camera.metresPerPixel({}, event.viewSize.y);
    const int depth = *depthAxis(event.view);
    return std::min(size[(depth + 1) % 3], size[(depth + 2) % 3]) < Thin * pixel;
}
} // namespace

std::vector<engine::PickHit>
hitsUnder(const Document& document, const PointerEvent& event, const PlayedPlaces* played)
{
    const auto& world = document.world();
    std::optional<PlayedPicking> game;
    if (played != nullptr)
        game.emplace(document, *played, event);
    const auto pick = [&](const engine::Ray& ray) {
        return game ? game->along(ray) : engine::pickBrushes(world, document.index(), ray);
    };
    auto hits = pick(event.ray);
    if (event.view == ViewKind::Perspective)
        return hits;
    const bool beside = hits.empty();
    for (int i = 0; i < 8; ++i) {
        const double angle = i * engine::Pi / 4;
        const auto at = event.position + Forgiven * engine::Vec2d{std::cos(angle), std::sin(angle)};
        const auto ray = event.camera.rayThrough(at.x, at.y, event.viewSize.x, event.viewSize.y);
        for (const auto& hit : pick(ray)) {
            const bool known = std::any_of(hits.begin(), hits.end(), [&](const auto& other) {
                return other.entity == hit.entity;
            });
            if (!known && (beside || looksThin(world, hit.entity, event)))
                hits.push_back(hit);
        }
    }
    return hits;
}

namespace
{
/// Who means faces means those beneath.
EntityId decalUnder(const Document& document, const World& world, const PointerEvent& event)
{
    if (event.hits.empty() || event.has(Modifier::Shift) ||
        document.selection().mode() == SelectionMode::Faces)
        return {};
    for (const auto decal : engine::decalsAt(world, event.hits.front()))
        if (isPickable(document, decal))
            return decal;
    return {};
}
} // namespace

EntityId iconUnder(const Document& document, const PointerEvent& event, const PlayedPlaces* played)
{
    const auto& world = played != nullptr ? played->world : document.world();
    EntityId nearest;
    double best = IconRadius;
    const bool is3d = event.view == ViewKind::Perspective;
    world.forEach<engine::TransformComponent>([&](EntityId entity, const auto&) {
        if (world.get<engine::Node>(entity) == nullptr || !world.children(entity).empty() ||
            (is3d && world.get<engine::Decal>(entity) != nullptr) ||
            world.get<engine::BrushComponent>(entity) != nullptr ||
            engine::meshOf(world, entity) != nullptr || !isPickable(document, entity) ||
            (played != nullptr && !isShownIn(world, entity)))
            return;
        const auto on = event.camera.project(engine::worldTransform(world, entity).position,
                                             event.viewSize.x, event.viewSize.y);
        if (!on || glm::length(*on - event.position) >= best)
            return;
        best = glm::length(*on - event.position);
        nearest = entity;
    });
    return nearest || !is3d ? nearest : decalUnder(document, world, event);
}

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
    const auto open = document.selection().openGroup();
    // The open group may be in others: they are open with it.
    const auto isOpen = [&](EntityId above) {
        return open && (above == open || engine::isAncestor(world, above, open));
    };
    auto object = entity;
    for (int depth = 0; depth < MaxDepth; ++depth) {
        const auto parent = parentOf(world, object);
        if (!parent || isOpen(parent) || world.get<engine::Layer>(parent) != nullptr)
            break;
        object = parent;
    }
    return object;
}

bool isGroup(const World& world, EntityId entity)
{
    return isContainer(world, entity) && entity != engine::SceneEntity &&
           world.get<engine::Layer>(entity) == nullptr;
}

engine::Vec3d placeUnder(const PointerEvent& event)
{
    constexpr double FarthestGround = 500;
    constexpr double Nowhere = 10;
    if (event.view != ViewKind::Perspective)
        return event.onViewPlane(engine::Vec3d{0});
    if (!event.hits.empty())
        return event.hits.front().point;
    const auto ground = engine::intersect(event.ray, engine::Plane{{0, 1, 0}, 0});
    return event.ray.at(ground && *ground < FarthestGround ? *ground : Nowhere);
}

bool isPickable(const Document& document, EntityId entity)
{
    const auto& world = document.world();
    const auto open = document.selection().openGroup();
    bool inside = !open;
    for (int depth = 0; entity && depth < MaxDepth; ++depth) {
        const auto* node = world.get<engine::Node>(entity);
        if (node == nullptr || node->hidden || node->locked)
            return false;
        entity = node->parent;
        inside = inside || entity == open;
    }
    return inside;
}

PointerEvent inOpenGroup(const Document& document, PointerEvent event)
{
    const auto open = document.selection().openGroup();
    if (!open)
        return event;
    std::erase_if(event.hits, [&](const engine::PickHit& hit) {
        return !engine::isAncestor(document.world(), open, hit.entity);
    });
    if (event.icon && !engine::isAncestor(document.world(), open, event.icon))
        event.icon = {};
    return event;
}

void openGroup(Document& document, EntityId group, EntityId selected)
{
    document.selection().setOpenGroup(group);
    document.selection().set(selected ? std::vector{selected} : std::vector<EntityId>{});
}

void closeGroup(Document& document)
{
    const auto closed = document.selection().openGroup();
    if (!closed)
        return;
    const auto around = parentOf(document.world(), closed);
    document.selection().setOpenGroup(isGroup(document.world(), around) ? around : EntityId{});
    document.selection().set({closed});
}

std::optional<GrabbedObject> selectedUnder(const Document& document, const PointerEvent& event)
{
    if (const auto object = selectedAbove(document, event.icon))
        return GrabbedObject{object, engine::worldTransform(document.world(), event.icon).position};
    // A wall is dragged by its decals, too.
    if (event.icon && document.world().get<engine::Decal>(event.icon) == nullptr)
        return std::nullopt;
    for (const auto& hit : event.hits)
        if (const auto object = selectedAbove(document, hit.entity))
            return GrabbedObject{object, hit.point};
    return std::nullopt;
}

std::vector<EntityId> brushesToPull(const Document& document)
{
    const auto& world = document.world();
    auto brushes = brushesAmong(world, document.selection().entities());
    std::erase_if(brushes, [&](EntityId brush) { return !isOpenToEdits(world, brush); });
    return brushes;
}

std::optional<GrabbedFace> faceToPull(const Document& document, const PointerEvent& event)
{
    if (event.view != ViewKind::Perspective)
        return sideToPull(document, event);
    for (const auto& hit : event.hits)
        if (hit.face != engine::NoFace &&
            (selectedAbove(document, hit.entity) ||
             document.selection().contains(engine::FaceRef{hit.entity, hit.face})))
            return GrabbedFace{{hit.entity, hit.face}, hit.point};
    return backFaceToPull(document, event);
}

std::vector<Vec3d> worldCorners(const World& world, const engine::FaceRef& face)
{
    const auto& brush = *world.get<engine::BrushComponent>(face.entity)->brush;
    const auto place = engine::worldTransform(world, face.entity);
    std::vector<Vec3d> corners;
    for (const auto index : brush.faceVertices(face.face))
        corners.push_back(place.apply(brush.vertices()[index]));
    return corners;
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
