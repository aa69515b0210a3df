#include "plugins/path_debugger/path_overlay.h"

#include <algorithm>
#include <set>

namespace path_debugger
{
using engine::DebugDraw;
using engine::DrawColor;
using engine::Vec3d;
using engine::Vec3f;

namespace
{
constexpr DrawColor StartColor{0.35f, 0.80f, 0.45f, 1};
constexpr DrawColor GoalColor{0.92f, 0.40f, 0.36f, 1};
constexpr DrawColor OffColor{0.75f, 0.75f, 0.78f, 1}; ///< of an end without ground
constexpr DrawColor PathColor{1.0f, 0.85f, 0.30f, 1};
constexpr DrawColor RawColor{0.65f, 0.65f, 0.70f, 1};
constexpr DrawColor PartialColor{0.95f, 0.55f, 0.25f, 1};
constexpr Vec3d Lift{0, 0.06, 0};         ///< metres; keeps lines out of the floor
constexpr std::size_t MostPoints = 20000; ///< a grid's search may look at a million cells

constexpr double NearEnd = 2; ///< metres; a reason so near to an end stands in its label

/// In as few words as a label has room for.
const char* labelOf(engine::NavCause cause)
{
    using engine::NavCause;
    switch (cause) {
    case NavCause::OffMesh:
        return "off the mesh";
    case NavCause::Area:
        return "ground not entered";
    case NavCause::Radius:
        return "too narrow";
    case NavCause::Headroom:
        return "too low";
    case NavCause::Step:
        return "too high a step";
    case NavCause::Slope:
        return "too steep";
    case NavCause::LinkOff:
        return "link is off";
    case NavCause::LinkOneWay:
        return "link leads one way";
    case NavCause::LinkAgents:
        return "link is for others";
    case NavCause::LinkBroken:
        return "link is broken";
    case NavCause::NodeLimit:
        return "search gave up";
    case NavCause::Obstacle:
        return "obstacle";
    case NavCause::StaleTile:
        return "mesh is old";
    case NavCause::None:
    case NavCause::Island:
        break;
    }
    return "no way on";
}

std::string labelled(const char* end, const std::string& reason)
{
    return reason.empty() ? end : fmt::format("{}: {}", end, reason);
}

void drawEnd(DebugDraw& draw, const Vec3d& place, DrawColor color, const std::string& label)
{
    draw.line(place, place + Vec3d{0, 1.7, 0}, color, 2, DebugDraw::Depth::Dimmed);
    draw.point(place, color, 9);
    draw.labels.push_back({Vec3f{place + Vec3d{0, 1.9, 0}}, label, color});
}

void drawChain(DebugDraw& draw, const std::vector<Vec3d>& places, DrawColor color, float width)
{
    for (std::size_t i = 1; i < places.size(); ++i)
        draw.line(places[i - 1] + Lift, places[i] + Lift, color, width, DebugDraw::Depth::Dimmed);
}

void drawPolygon(DebugDraw& draw, const std::vector<Vec3d>& corners, DrawColor color)
{
    for (std::size_t i = 2; i < corners.size(); ++i)
        draw.triangles.push_back({Vec3f{corners[0] + Lift}, Vec3f{corners[i - 1] + Lift},
                                  Vec3f{corners[i] + Lift}, color, DebugDraw::Depth::Tested});
    const auto edge = DrawColor{color.r, color.g, color.b, std::min(1.0f, color.a * 2)};
    for (std::size_t i = 0; i < corners.size(); ++i)
        draw.line(corners[i] + Lift, corners[(i + 1) % corners.size()] + Lift, edge);
}

/// The first `count` visits, and where the search was then.
void drawClosed(DebugDraw& draw,
                const PathDebugger& debugger,
                const engine::PathTrace& trace,
                std::size_t count,
                std::set<engine::NavPolygonRef>& drawn)
{
    double most = 1e-9;
    for (const auto& visit : trace.closed)
        most = std::max(most, visit.cost);
    const auto every = count / MostPoints + 1;
    for (std::size_t i = 0; i < count; i += every) {
        const auto& visit = trace.closed[i];
        const auto color = editor::heatColor(visit.cost / most, visit.polygon != 0 ? 0.35f : 0.9f);
        if (visit.polygon == 0)
            draw.point(visit.place + Lift, color, 4, DebugDraw::Depth::Tested);
        else if (drawn.insert(visit.polygon).second) // it may be entered by several edges
            drawPolygon(draw, debugger.polygon(visit.polygon), color);
    }
}

/// The frontier: a polygon that was entered by another edge already keeps its colour.
void drawWaiting(DebugDraw& draw,
                 const PathDebugger& debugger,
                 const std::vector<engine::PathVisit>& waiting,
                 std::set<engine::NavPolygonRef>& drawn)
{
    auto fill = WaitingColor;
    fill.a = 0.2f;
    const auto every = waiting.size() / MostPoints + 1;
    for (std::size_t i = 0; i < waiting.size(); i += every) {
        const auto& visit = waiting[i];
        if (visit.polygon != 0 && drawn.insert(visit.polygon).second)
            drawPolygon(draw, debugger.polygon(visit.polygon), fill);
        draw.point(visit.place + Lift, WaitingColor, visit.polygon != 0 ? 7 : 5,
                   DebugDraw::Depth::Tested);
    }
}

/// The search as it was at the step that the dock's slider is at.
void drawVisits(DebugDraw& draw, const PathDebugger& debugger, const engine::PathTrace& trace)
{
    const auto& shown = debugger.shown();
    const auto count = shown.steps < 0
                           ? trace.closed.size()
                           : std::min(trace.closed.size(), static_cast<std::size_t>(shown.steps));
    std::set<engine::NavPolygonRef> drawn;
    if (shown.visited)
        drawClosed(draw, debugger, trace, count, drawn);
    if (shown.waiting)
        drawWaiting(draw, debugger, trace.waitingAfter(count), drawn);
    if (shown.steps >= 0 && count > 0 && (shown.visited || shown.waiting))
        draw.point(trace.closed[count - 1].place + Lift, StepColor, 11);
}

void drawPortals(DebugDraw& draw, const std::vector<engine::NavPortal>& portals)
{
    for (const auto& [left, right] : portals) {
        const auto middle = (left + right) * 0.5;
        draw.line(left + Lift, middle + Lift, LeftColor, 3, DebugDraw::Depth::Dimmed);
        draw.line(middle + Lift, right + Lift, RightColor, 3, DebugDraw::Depth::Dimmed);
        draw.point(left + Lift, LeftColor, 8);
        draw.point(right + Lift, RightColor, 8);
    }
}

void drawRay(DebugDraw& draw, const Vec3d& from, const engine::NavRayHit& ray)
{
    draw.line(from + Lift, ray.point + Lift, RayColor, 3, DebugDraw::Depth::Dimmed);
    if (!ray.hit)
        return;
    draw.point(ray.point + Lift, HitColor, 10);
    draw.line(ray.point + Lift, ray.point + Lift + ray.normal * 0.6, HitColor, 3,
              DebugDraw::Depth::Dimmed);
}

void drawWall(DebugDraw& draw, const Vec3d& from, const engine::NavWall& wall)
{
    draw.line(from + Lift, wall.point + Lift, WallColor, 3, DebugDraw::Depth::Dimmed);
    draw.point(wall.point + Lift, WallColor, 10);
    draw.labels.push_back({Vec3f{wall.point + Vec3d{0, 0.3, 0}},
                           fmt::format("wall {:.2f} m", wall.distance), WallColor});
}

void drawOwnPath(DebugDraw& draw, const PathDebugger& debugger)
{
    const auto& path = debugger.path();
    std::vector<Vec3d> places;
    for (const auto& corner : path.corners)
        places.push_back(corner.position);
    drawChain(draw, places, path.found ? PathColor : PartialColor, 4);
    for (const auto& place : places)
        draw.point(place + Lift, path.found ? PathColor : PartialColor, 7);
}

/// A little higher than the own one, so that both are seen where they run together.
void drawAgentPath(DebugDraw& draw, const PathDebugger::AgentPath& other)
{
    std::vector<Vec3d> places;
    for (const auto& corner : other.path.corners)
        places.push_back(corner.position + Lift);
    auto color = other.color;
    color.a = other.path.found ? 1.0f : 0.5f;
    drawChain(draw, places, color, 3);
}
} // namespace

void drawPaths(DebugDraw& draw, const PathDebugger& debugger)
{
    if (!debugger.isInViews())
        return;
    const auto* trace = debugger.trace(debugger.method());
    if (debugger.hasGround())
        for (const auto& [corners, cost] : debugger.reached())
            drawPolygon(draw, corners, editor::heatColor(cost / debugger.shown().reachCost, 0.30f));
    if (trace != nullptr) {
        if (debugger.hasGround())
            drawVisits(draw, debugger, *trace);
        if (debugger.shown().raw)
            drawChain(draw, trace->rawCorners, RawColor, 2);
    }
    if (debugger.showsOwnPath())
        drawOwnPath(draw, debugger);
    else
        drawChain(draw, trace->corners, PathColor, 4);
    if (debugger.shown().portals)
        drawPortals(draw, debugger.portals());
    if (debugger.shown().ray && debugger.ray())
        drawRay(draw, *debugger.from(), *debugger.ray());
    if (debugger.shown().wall && debugger.wall())
        drawWall(draw, *debugger.from(), *debugger.wall());
    for (const auto& other : debugger.agentPaths())
        drawAgentPath(draw, other);
    std::string start = debugger.isFromOff() ? "off the mesh" : "";
    std::string goal = debugger.isToOff() ? "off the mesh" : "";
    if (const auto* why = debugger.why()) {
        draw.point(why->place + Lift, GoalColor, 12);
        const auto isAt = [&](const std::optional<Vec3d>& end) {
            return end && glm::distance(*end, why->place) < NearEnd;
        };
        const std::string label = labelOf(why->cause);
        if (isAt(debugger.to())) // one label says both
            goal = label;
        else if (isAt(debugger.from()))
            start = label;
        else
            draw.labels.push_back({Vec3f{why->place + Vec3d{0, 0.6, 0}}, label, GoalColor});
    }
    if (debugger.from())
        drawEnd(draw, *debugger.from(), debugger.isFromOff() ? OffColor : StartColor,
                labelled("Start", start));
    if (debugger.to())
        drawEnd(draw, *debugger.to(), debugger.isToOff() ? OffColor : GoalColor,
                labelled("Goal", goal));
}
} // namespace path_debugger
