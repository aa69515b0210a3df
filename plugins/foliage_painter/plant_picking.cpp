#include "plugins/foliage_painter/plant_picking.h"

#include "engine_core/scene/components/node.h"
#include "engine_core/scene/foliage/foliage_pose.h"
#include "engine_core/scene/spatial/mesh_source.h"

#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace foliage_painter
{
namespace
{
using engine::FoliageInstance;
using engine::Ray;
using engine::Vec2d;
using engine::Vec3d;

constexpr double FootReach = 14; ///< pixels
constexpr double ScaleSteps = 4096;

/// A kind of plant as views show it.
struct ShownKind
{
    engine::FoliageType type;
    std::shared_ptr<const engine::MeshShape> model; ///< null: a billboard, or nothing to be seen
    double reach = 0;                               ///< of its farthest part at scale 1, metres
};

/// What views show of the plants.
struct Shown
{
    /// By slot; nullopt for what is not drawn.
    std::vector<std::optional<ShownKind>> kinds = std::vector<std::optional<ShownKind>>(256);
    engine::FoliageBrush brushes{}; ///< leaves alone those that are hidden

    /// The kind of a plant that is drawn, whatever is in front of it; null if it is not.
    [[nodiscard]] const ShownKind* kindOf(const FoliageInstance& plant) const
    {
        const auto& kind = kinds[plant.type];
        return kind && plant.isStanding() && !brushes.leavesAlone(engine::EntityId{plant.brush})
                   ? &*kind
                   : nullptr;
    }
};

bool isHidden(const engine::World& world, engine::EntityId entity)
{
    const auto* node = world.get<engine::Node>(entity);
    return node != nullptr && node->hidden;
}

Shown shownPlants(const PainterState& state)
{
    const auto& world = state.editor().document().world();
    Shown shown{.brushes = state.brushOnShown()};
    for (auto parent = state.layer(); parent; parent = world.get<engine::Node>(parent)->parent)
        if (isHidden(world, parent))
            return shown;
    for (const auto& [entity, type] : engine::foliageTypes(world, state.layer())) {
        if (isHidden(world, entity))
            continue;
        ShownKind kind{type, nullptr, 0};
        engine::Aabb bounds;
        if (type.kind == engine::FoliageKind::Billboard) {
            bounds.add({type.size.x / 2, type.size.y, 0});
        } else if (world.meshes() != nullptr && !type.mesh.path.empty()) {
            kind.model = world.meshes()->shown(type.mesh.path);
            bounds = kind.model->bounds();
        }
        if (!bounds.isEmpty())
            kind.reach = glm::length(glm::max(glm::abs(bounds.min), glm::abs(bounds.max)));
        shown.kinds[static_cast<std::size_t>(type.slot)] = std::move(kind);
    }
    return shown;
}

double mostScale(const FoliageInstance& plant)
{
    return *std::max_element(plant.scale.begin(), plant.scale.end()) / ScaleSteps;
}

bool isNearEnough(const editor::PointerEvent& event, const ShownKind& kind, const Vec3d& at)
{
    return event.camera.orthographic || kind.type.cullDistance <= 0 ||
           glm::distance(event.camera.position, at) < kind.type.cullDistance;
}

/// Metres along the ray to the picture, which turns to the viewer about the vertical axis.
std::optional<double>
toPicture(const editor::PointerEvent& event, const ShownKind& kind, const FoliageInstance& plant)
{
    const auto foot = Vec3d{plant.position} + Vec3d{0, kind.type.offset, 0};
    auto facing = event.camera.orthographic ? -event.camera.forward()
                                            : event.camera.position - Vec3d{plant.position};
    facing.y = 0;
    if (glm::length(facing) < 1e-4)
        return std::nullopt; // seen from right above
    facing = glm::normalize(facing);
    const double towards = glm::dot(event.ray.direction, facing);
    if (std::abs(towards) < 1e-6)
        return std::nullopt;
    const double away = glm::dot(foot - event.ray.origin, facing) / towards;
    const auto met = event.ray.at(away) - foot;
    const double aside = std::abs(glm::dot(met, glm::cross(Vec3d{0, 1, 0}, facing)));
    const bool isOn = aside <= kind.type.size.x / 2 * plant.scale[0] / ScaleSteps && met.y >= 0 &&
                      met.y <= kind.type.size.y * plant.scale[1] / ScaleSteps;
    return isOn && away > 0 ? std::optional{away} : std::nullopt;
}

/// Metres along the ray to the model, if that is less than `limit`.
std::optional<double>
toModel(const Ray& ray, const ShownKind& kind, const FoliageInstance& plant, double limit)
{
    const auto pose = engine::foliagePose(kind.type, plant);
    if (glm::determinant(pose.turn) < 1e-12)
        return std::nullopt; // scaled to nothing
    const auto back = glm::inverse(pose.turn);
    const auto direction = back * ray.direction;
    const double length = glm::length(direction);
    const auto hit =
        kind.model->raycast({back * (ray.origin - pose.place), direction / length}, limit * length);
    return hit ? std::optional{hit->distance / length} : std::nullopt;
}

/// Metres along the pointer's ray to what is seen of the plant, if that is less than `limit`.
std::optional<double> awayTo(const editor::PointerEvent& event,
                             const Shown& shown,
                             const FoliageInstance& plant,
                             double limit)
{
    const auto& ray = event.ray;
    const auto* kind = shown.kindOf(plant);
    if (kind == nullptr || kind->reach == 0)
        return std::nullopt;
    const Vec3d at{plant.position};
    const double reach = kind->reach * mostScale(plant) + std::abs(kind->type.offset);
    const double along = glm::dot(at - ray.origin, ray.direction);
    const auto beside = at - ray.at(along);
    if (along < -reach || along - reach > limit || glm::dot(beside, beside) > reach * reach ||
        !isNearEnough(event, *kind, at))
        return std::nullopt;
    const auto away =
        kind->model ? toModel(ray, *kind, plant, limit) : toPicture(event, *kind, plant);
    return away && *away < limit ? away : std::nullopt;
}

/// Where the first face is that the ray meets, metres.
double toFirstFace(const editor::PointerEvent& event)
{
    return event.hits.empty() ? std::numeric_limits<double>::infinity()
                              : event.hits.front().distance;
}

/// The nearest plant that the ray meets before `limit`, metres.
std::optional<FoliageInstance> plantOnRay(const editor::PointerEvent& event,
                                          const engine::FoliageInstances& standing,
                                          const Shown& shown,
                                          double limit)
{
    const FoliageInstance* found = nullptr;
    const auto visit = [&](const FoliageInstance& plant) {
        if (const auto away = awayTo(event, shown, plant, limit)) {
            limit = *away;
            found = &plant;
        }
    };
    // Cells say nothing of how high their plants are: all are looked at, most of them in vain.
    for (const auto& cell : standing.cells())
        for (const auto& plant : cell.chunk->instances)
            visit(plant);
    return found != nullptr ? std::optional{*found} : std::nullopt;
}

/// Whether no face hides its foot.
bool isSeen(const editor::Document& document,
            const editor::PointerEvent& event,
            const FoliageInstance& plant)
{
    const auto to = Vec3d{plant.position} + engine::foliageNormal(plant) * 0.05;
    const auto ray = event.camera.orthographic
                         ? Ray{to - event.camera.forward() * 100.0, event.camera.forward()}
                         : Ray{event.camera.position, glm::normalize(to - event.camera.position)};
    const double away = glm::length(to - ray.origin);
    const auto hit = engine::pickNearestBrush(document.world(), document.index(), ray, away);
    return !hit || hit->distance > away - 0.05;
}

/// The pixels that the box covers in the view; nullopt if a part of it is behind the camera.
std::optional<std::pair<Vec2d, Vec2d>> onScreen(const editor::PointerEvent& event,
                                                const engine::FoliageChunk& chunk)
{
    Vec2d min{std::numeric_limits<double>::infinity()};
    auto max = -min;
    for (unsigned corner = 0; corner < 8; ++corner) {
        const Vec3d place{(corner & 1U) != 0 ? chunk.max.x : chunk.min.x,
                          (corner & 2U) != 0 ? chunk.max.y : chunk.min.y,
                          (corner & 4U) != 0 ? chunk.max.z : chunk.min.z};
        const auto at = event.camera.project(place, event.viewSize.x, event.viewSize.y);
        if (!at)
            return std::nullopt;
        min = glm::min(min, *at);
        max = glm::max(max, *at);
    }
    return std::pair{min, max};
}

/// Calls visit(plant, pixel of its foot) for what is drawn; cells wholly outside of the pixels from
/// `min` to `max` are left out.
template <typename Visit>
void forEachFoot(const PainterState& state,
                 const editor::PointerEvent& event,
                 const Shown& shown,
                 const std::pair<Vec2d, Vec2d>& within,
                 const Visit& visit)
{
    const auto& [min, max] = within;
    const auto& world = state.editor().document().world();
    const auto standing = engine::foliageOf(world, state.layer());
    for (const auto& cell : standing->cells()) {
        const auto box = onScreen(event, *cell.chunk);
        if (box && (box->first.x > max.x || box->first.y > max.y || box->second.x < min.x ||
                    box->second.y < min.y))
            continue;
        for (const auto& plant : cell.chunk->instances) {
            const Vec3d place{plant.position};
            const auto* kind = shown.kindOf(plant);
            if (kind == nullptr || !isNearEnough(event, *kind, place))
                continue;
            if (const auto at = event.camera.project(place, event.viewSize.x, event.viewSize.y))
                visit(plant, *at);
        }
    }
}

/// That of these plants whose foot is nearest to the pointer, and how many pixels it is away;
/// nullopt if none is within reach.
std::optional<std::pair<const FoliageInstance*, double>> nearestFoot(
    const editor::PointerEvent& event, const Shown& shown, std::span<const FoliageInstance> plants)
{
    const FoliageInstance* nearest = nullptr;
    double least = FootReach;
    for (const auto& plant : plants) {
        const Vec3d place{plant.position};
        const auto* kind = shown.kindOf(plant);
        if (kind == nullptr || !isNearEnough(event, *kind, place))
            continue;
        const auto at = event.camera.project(place, event.viewSize.x, event.viewSize.y);
        if (const double away = at ? glm::length(*at - event.position) : least; away < least) {
            least = away;
            nearest = &plant;
        }
    }
    return nearest != nullptr ? std::optional{std::pair{nearest, least}} : std::nullopt;
}

bool isInside(std::span<const Vec2d> outline, const Vec2d& p)
{
    bool inside = false;
    for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
        const auto& a = outline[i];
        const auto& b = outline[j];
        if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
            inside = !inside;
    }
    return inside;
}
} // namespace

std::optional<FoliageInstance> plantUnder(const PainterState& state,
                                          const editor::PointerEvent& event)
{
    const auto& document = state.editor().document();
    const auto shown = shownPlants(state);
    const auto standing = engine::foliageOf(document.world(), state.layer());
    if (auto plant = plantOnRay(event, *standing, shown, toFirstFace(event)))
        return plant;
    std::optional<FoliageInstance> found;
    double least = FootReach;
    forEachFoot(state, event, shown, {event.position - FootReach, event.position + FootReach},
                [&](const FoliageInstance& plant, const Vec2d& at) {
                    const double away = glm::length(at - event.position);
                    if (away < least && isSeen(document, event, plant)) {
                        least = away;
                        found = plant;
                    }
                });
    return found;
}

bool isOverOneOf(const PainterState& state,
                 const editor::PointerEvent& event,
                 std::span<const FoliageInstance> plants)
{
    const auto shown = shownPlants(state);
    const auto& document = state.editor().document();
    const auto standing = engine::foliageOf(document.world(), state.layer());
    double limit = toFirstFace(event);
    bool isMet = false;
    for (const auto& plant : plants)
        if (const auto away = awayTo(event, shown, plant, limit)) {
            limit = *away;
            isMet = true;
        }
    if (isMet)
        return !plantOnRay(event, *standing, shown, limit);
    const auto nearest = nearestFoot(event, shown, plants);
    if (!nearest)
        return false;
    const auto& [foot, least] = *nearest;
    bool isFirst = true;
    forEachFoot(state, event, shown, {event.position - least, event.position + least},
                [&, least = least](const FoliageInstance&, const Vec2d& at) {
                    isFirst = isFirst && glm::length(at - event.position) >= least;
                });
    return isFirst && isSeen(document, event, *foot) && !plantOnRay(event, *standing, shown, limit);
}

std::vector<FoliageInstance> plantsWithin(const PainterState& state,
                                          const editor::PointerEvent& event,
                                          std::span<const Vec2d> outline)
{
    auto min = outline.front();
    auto max = min;
    for (const auto& corner : outline) {
        min = glm::min(min, corner);
        max = glm::max(max, corner);
    }
    const auto& document = state.editor().document();
    std::vector<FoliageInstance> plants;
    forEachFoot(state, event, shownPlants(state), {min, max},
                [&](const FoliageInstance& plant, const Vec2d& at) {
                    if (state.isPainted(plant.type) && isInside(outline, at) &&
                        isSeen(document, event, plant))
                        plants.push_back(plant);
                });
    return plants;
}
} // namespace foliage_painter
