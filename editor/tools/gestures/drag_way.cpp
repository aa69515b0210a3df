#include "editor/tools/gestures/drag_way.h"

#include "editor/tools/gestures/handle.h"

namespace editor
{
using engine::Vec3d;

namespace
{
constexpr double FarthestPoint = 2000; // metres; rays near the horizon meet the plane anywhere
} // namespace

DragWay::DragWay(const Vec3d& grabbed, const engine::Grid& grid, std::optional<int> axis)
    : m_grabbed{grabbed}, m_grid{grid}, m_axis{axis}
{
}

void DragWay::follow(const PointerEvent& event, const Document& document)
{
    followPlace(event);
    m_found = findTarget(event, document);
}

void DragWay::followPlace(const PointerEvent& event)
{
    m_grid = event.grid;
    m_keepToMajor = event.has(Modifier::Shift);
    if (event.view != ViewKind::Perspective) {
        m_raw = event.onViewPlane(m_grabbed) - m_grabbed;
        m_raw[*depthAxis(event.view)] = 0;
        return;
    }
    const bool vertical = event.has(Modifier::Alt) || m_axis == 1;
    if (vertical || m_axis) {
        const int axis = vertical ? 1 : *m_axis;
        const auto along = engine::closestDistanceOnAxis(event.ray, m_grabbed, unitAxis(axis));
        if (along && std::abs(*along) < FarthestPoint)
            m_raw[axis] = *along;
        return;
    }
    const auto distance = engine::intersect(event.ray, engine::Plane{{0, 1, 0}, m_grabbed.y});
    if (!distance || *distance > FarthestPoint)
        return; // the pointer is above the horizon: stay
    const auto way = event.ray.at(*distance) - m_grabbed;
    m_raw.x = way.x;
    m_raw.z = way.z;
}

bool DragWay::key(const KeyEvent& event)
{
    if (const auto axis = axisOf(event.key)) {
        m_axis = m_axis == axis ? std::nullopt : axis;
        return true;
    }
    return m_number.key(event);
}

Vec3d DragWay::way() const
{
    const int axis = m_axis.value_or(majorAxis(m_raw));
    if (const auto typed = m_number.along(m_raw[axis]))
        return unitAxis(axis) * *typed;
    const auto snapped = m_found ? *m_found : m_grid.snap(m_raw);
    return m_axis || m_keepToMajor ? unitAxis(axis) * snapped[axis] : snapped;
}

void DragWay::snapToNext(Grip grip)
{
    m_snap = nextSnap(m_snap);
    m_grip = std::move(grip);
    m_found.reset();
}

/// The nearest side of the moved box comes to lie against the plane; along it the grid holds.
Vec3d DragWay::wayToPlane(const SnapPlane& plane) const
{
    auto by = m_grid.snap(m_raw);
    const double toMin = plane.place - m_grip.bounds.min[plane.axis];
    const double toMax = plane.place - m_grip.bounds.max[plane.axis];
    const double raw = m_raw[plane.axis];
    const bool minIsNearer = std::abs(toMin - raw) < std::abs(toMax - raw);
    by[plane.axis] = plane.side > 0 || (plane.side == 0 && minIsNearer) ? toMin : toMax;
    return by;
}

std::optional<Vec3d> DragWay::findTarget(const PointerEvent& event, const Document& document) const
{
    if (m_snap == SnapKind::Grid)
        return std::nullopt;
    if (m_snap == SnapKind::Faces) {
        const auto plane = planeUnder(document, event, m_grip.moved);
        return plane ? std::optional{wayToPlane(*plane)} : std::nullopt;
    }
    const auto corner = vertexUnder(document, event, m_grip.moved);
    if (!corner)
        return std::nullopt;
    auto by = *corner - m_grip.corner;
    if (const auto depth = depthAxis(event.view))
        by[*depth] = 0;
    return by;
}

void DragWay::draw(engine::DebugDraw& draw, const Vec3d& way, const std::string& label) const
{
    const auto to = m_grabbed + way;
    draw.line(m_grabbed, to, m_axis ? toolcolor::axis(*m_axis) : toolcolor::Active,
              m_axis || m_keepToMajor ? 2.0f : 1.0f, engine::DebugDraw::Depth::OnTop);
    draw.labels.push_back({engine::Vec3f{to}, label, toolcolor::Text});
}

std::string wayText(const Vec3d& way)
{
    static constexpr std::array Names{"X", "Y", "Z"};
    std::string text;
    for (int i = 0; i < 3; ++i)
        if (way[i] != 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : "  ",
                                Names[static_cast<std::size_t>(i)], metresText(way[i]));
    return (text.empty() ? "0" : text) + " m";
}
} // namespace editor
