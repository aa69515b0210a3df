#include "editor/tools/brush/vertex_tool.h"

#include "editor/tools/gestures/handle_gestures.h"

#include <algorithm>

namespace editor
{
using engine::Vec3d;

namespace
{
/// The point of the edge that is nearest to the pointer's ray, from 0 to 1 along it.
double shareUnder(const PointerEvent& event, const Vec3d& a, const Vec3d& b)
{
    const double length = glm::distance(a, b);
    const auto along = engine::closestDistanceOnAxis(event.ray, a, (b - a) / length);
    return std::clamp(along.value_or(length / 2) / length, 0.0, 1.0);
}

/// Where the grid crosses the edge next to the share; the middle of the edge is as good.
Vec3d snappedOnEdge(const engine::Grid& grid, const Vec3d& a, const Vec3d& b, double share)
{
    if (!grid.isActive())
        return glm::mix(a, b, share);
    const int axis = majorAxis(b - a);
    const double at = grid.snap(glm::mix(a[axis], b[axis], share));
    const double snapped = (at - a[axis]) / (b[axis] - a[axis]);
    const bool isInside = snapped > 1e-6 && snapped < 1 - 1e-6;
    const bool middleIsNearer = std::abs(share - 0.5) < std::abs(share - snapped);
    return glm::mix(a, b, isInside && !middleIsNearer ? snapped : 0.5);
}
} // namespace

std::optional<VertexTool::Split> VertexTool::splitOfEdge(const PointerEvent& event) const
{
    std::optional<Split> best;
    double bestPixels = HandleRadius;
    for (auto& edge :
         shapeHandles(editor().document().world(), handles().brushes(), HandleKind::Edge)) {
        const auto& a = edge.corners[0];
        const auto& b = edge.corners[1];
        const auto pixels = pixelsTo(event, a, b);
        if (!pixels || *pixels >= bestPixels)
            continue;
        // A vertex seen end on has no place of its own in a 2D view.
        if (const auto depth = depthAxis(event.view); depth && majorAxis(b - a) == *depth)
            continue;
        const double share = shareUnder(event, a, b);
        if (isCovered(event, glm::mix(a, b, share)))
            continue;
        bestPixels = *pixels;
        const auto place = snappedOnEdge(event.grid, a, b, share);
        best = Split{std::move(edge), place};
    }
    return best;
}

std::optional<VertexTool::Split> VertexTool::splitOfFace(const PointerEvent& event) const
{
    if (event.view != ViewKind::Perspective || event.hits.empty())
        return std::nullopt;
    const auto& hit = event.hits.front();
    const auto& brushes = handles().brushes();
    if (std::find(brushes.begin(), brushes.end(), hit.entity) == brushes.end())
        return std::nullopt;
    auto faces =
        shapeHandles(editor().document().world(), std::span{&hit.entity, 1}, HandleKind::Face);
    if (hit.face >= faces.size())
        return std::nullopt;
    // Two components snap; the third comes from the plane.
    const int axis = majorAxis(hit.normal);
    auto place = event.grid.snap(hit.point);
    place[axis] = hit.point[axis];
    place[axis] -= glm::dot(place - hit.point, hit.normal) / hit.normal[axis];
    const auto& corners = faces[hit.face].corners;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const auto edge = corners[(i + 1) % corners.size()] - corners[i];
        if (glm::dot(glm::cross(edge, place - corners[i]), hit.normal) <= 0)
            place = hit.point; // the grid point lies beyond the face
    }
    return Split{std::move(faces[hit.face]), place};
}

std::optional<VertexTool::Split> VertexTool::splitUnder(const PointerEvent& event) const
{
    if (!event.has(Modifier::Shift))
        return std::nullopt;
    if (const auto vertices = handles().under(event);
        !vertices.empty() && !isCovered(event, vertices.front().place()))
        return std::nullopt;
    auto split = splitOfEdge(event);
    return split ? split : splitOfFace(event);
}

std::unique_ptr<Gesture> VertexTool::press(const PointerEvent& event)
{
    if (event.button == PointerButton::Left && !event.has(Modifier::Ctrl))
        if (auto split = splitUnder(event))
            return std::make_unique<AddVertexGesture>(editor(), handles(), std::move(split->on),
                                                      split->place);
    return HandleTool::press(event);
}

bool VertexTool::click(const PointerEvent& event)
{
    const auto chosen = handles().chosen();
    if (event.button != PointerButton::Left || !event.has(Modifier::Shift) ||
        !event.has(Modifier::Alt) || chosen.empty())
        return HandleTool::click(event);
    const auto target = handles().under(event);
    if (target.empty() || editor().document().isEditing())
        return false;
    const auto place = target.front().place();
    const auto brushes = handles().brushes();
    if (run("Join vertices", [&](Transaction& transaction) {
            return weldVertices(transaction, brushes, chosen, place, editor().textureLock());
        }))
        handles().choose({{{place}}});
    return true;
}

std::string VertexTool::hint() const
{
    if (!handles().brushes().empty() && !handles().hasChosen())
        return "Click or drag a vertex; drag a rectangle around several, with Shift a loop; Ctrl "
               "adds; Shift+drag an edge or a face pulls out a new vertex";
    return HandleTool::hint();
}

void VertexTool::draw(engine::DebugDraw& draw, const PointerEvent& event) const
{
    HandleTool::draw(draw, event);
    if (const auto split = splitUnder(event); split && event.button == PointerButton::None)
        draw.point(split->place, toolcolor::Active, 7);
}
} // namespace editor
