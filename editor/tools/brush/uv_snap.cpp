#include "editor/tools/brush/uv_snap.h"

#include "engine_core/scene/components/brush_component.h"

#include <algorithm>
#include <unordered_set>

namespace editor
{
using engine::Vec2d;

namespace
{
/// More corners than these are no help, and cost time.
constexpr std::size_t MostCorners = 512;
constexpr double TurnStep = engine::Pi / 12;
constexpr double TurnReach = engine::Pi / 60; ///< 3 degrees

/// Up to whole repeats, the nearest to `near`.
double wholeRepeatsFrom(double value, double near)
{
    return value + std::round(near - value);
}

/// Between -pi/2 and pi/2: a line has no direction.
double asTurnOfLine(double angle)
{
    return angle - engine::Pi * std::round(angle / engine::Pi);
}

std::vector<Vec2d> seamsOf(const Document& document,
                           const std::unordered_set<EntityId>& brushes,
                           std::span<const FaceRef> dragged,
                           const WorldFace& face)
{
    std::vector<Vec2d> seams;
    const auto& world = document.world();
    for (const auto entity : brushes) {
        const auto* component = world.get<engine::BrushComponent>(entity);
        if (component == nullptr || !component->brush)
            continue;
        for (std::size_t i = 0; i < component->brush->faceCount(); ++i) {
            const FaceRef ref{entity, i};
            if (std::find(dragged.begin(), dragged.end(), ref) != dragged.end())
                continue;
            const auto other = worldFace(world, ref);
            if (!other || other->material != face.material)
                continue;
            if (const auto on = sharedEdge(face, *other))
                seams.push_back(face.uv.at(*on) - other->uv.at(*on));
        }
    }
    return seams;
}

std::vector<double> turnsOf(const WorldFace& face)
{
    std::vector<double> turns;
    const auto frame = engine::uvFrame(face.uv, face.plane);
    if (!frame)
        return turns;
    const auto& normal = face.plane.normal;
    for (std::size_t i = 0; i < face.corners.size(); ++i) {
        const auto edge = face.corners[(i + 1) % face.corners.size()] - face.corners[i];
        for (const auto& axis : {frame->u, frame->v}) {
            const double sine = glm::dot(normal, glm::cross(axis, edge));
            turns.push_back(asTurnOfLine(std::atan2(sine, glm::dot(axis, edge))));
        }
    }
    return turns;
}
} // namespace

UvSnaps
findUvSnaps(const Document& document, std::span<const FaceRef> faces, const WorldFace& grabbed)
{
    UvSnaps snaps;
    const auto add = [&](const WorldFace& face) {
        for (const auto& corner : face.corners)
            snaps.corners.push_back(face.uv.at(corner));
    };
    add(grabbed);
    for (const auto& ref : faces) {
        if (snaps.corners.size() > MostCorners)
            break;
        if (const auto face = worldFace(document.world(), ref); face && ref != grabbed.ref)
            add(*face);
    }
    engine::Aabb bounds;
    for (const auto& corner : grabbed.corners)
        bounds.add(corner);
    const auto near = document.index().overlapping(bounds.grown(1e-3));
    snaps.seams = seamsOf(document, {near.begin(), near.end()}, faces, grabbed);
    snaps.turns = turnsOf(grabbed);
    return snaps;
}

UvSnapped snappedShift(const UvSnaps& snaps, int axis, double raw, double reach, double step)
{
    UvSnapped best{raw};
    double nearest = reach;
    const auto consider = [&](const std::vector<Vec2d>& places, const char* to) {
        for (const auto& place : places) {
            const double at = wholeRepeatsFrom(place[axis], raw);
            if (std::abs(at - raw) < nearest) {
                nearest = std::abs(at - raw);
                best = {at, to};
            }
        }
    };
    consider(snaps.seams, " to a seam");
    if (*best.to == '\0')
        consider(snaps.corners, " to a corner");
    if (*best.to == '\0' && step > 0)
        best.value = std::round(raw / step) * step;
    return best;
}

std::optional<double> snappedSide(const UvSnaps& snaps, int axis, double raw, double reach)
{
    std::optional<double> best;
    for (const auto& corner : snaps.corners)
        if (std::abs(corner[axis] - raw) < reach) {
            reach = std::abs(corner[axis] - raw);
            best = corner[axis];
        }
    return best;
}

UvSnapped snappedTurn(const UvSnaps& snaps, double raw)
{
    UvSnapped best{std::round(raw / TurnStep) * TurnStep};
    double nearest = TurnReach;
    for (const auto turn : snaps.turns) {
        const double at = turn + engine::Pi * std::round((raw - turn) / engine::Pi);
        if (std::abs(at - raw) < nearest) {
            nearest = std::abs(at - raw);
            best = {at, " to an edge"};
        }
    }
    return best;
}
} // namespace editor
