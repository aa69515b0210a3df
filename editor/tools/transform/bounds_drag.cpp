#include "editor/tools/transform/bounds_drag.h"

#include "editor/operations/entity/object_sets.h"
#include "editor/tools/brush/floor_height.h"
#include "editor/tools/gestures/handle.h"

namespace editor
{
using engine::Aabb;
using engine::Grid;
using engine::Result;
using engine::Vec3d;

namespace
{
constexpr double SmallestBox = 0.01;    // metres, where there is no grid
constexpr double GreatestHeight = 4096; // metres

/// The plane of the axis that the surface looks along most, so that boxes stand upright on slopes,
/// there on the grid: the place met on a slope says no height of its own.
engine::Plane axisPlane(const Grid& grid, const Vec3d& point, const Vec3d& normal)
{
    constexpr double Level = 1 - 1e-6; // of the normal along the axis
    const int axis = majorAxis(normal);
    const double side = normal[axis] < 0 ? -1.0 : 1.0;
    const bool isSlope = std::abs(normal[axis]) < Level;
    return {unitAxis(axis) * side, (isSlope ? grid.snap(point[axis]) : point[axis]) * side};
}

/// As long on one side as on the other, away from where the drag began.
void makeSquare(Aabb& box, const Vec3d& from, const Vec3d& to, int flatAxis)
{
    const int u = (flatAxis + 1) % 3;
    const int v = (flatAxis + 2) % 3;
    const double side = std::max(box.size()[u], box.size()[v]);
    for (const int i : {u, v})
        if (to[i] < from[i])
            box.min[i] = box.max[i] - side;
        else
            box.max[i] = box.min[i] + side;
}
} // namespace

std::optional<std::pair<engine::Plane, Vec3d>> surfaceUnder(const PointerEvent& event)
{
    if (!event.hits.empty()) {
        const auto& hit = event.hits.front();
        return std::pair{axisPlane(event.grid, hit.point, hit.normal), hit.point};
    }
    const engine::Plane floor{{0, event.camera.position.y < 0 ? -1.0 : 1.0, 0}, 0};
    const auto distance = engine::intersect(event.ray, floor);
    constexpr double Farthest = 500; // metres
    if (!distance || *distance > Farthest)
        return std::nullopt;
    return std::pair{floor, event.ray.at(*distance)};
}

bool isOnFloor(const Aabb& box, const Vec3d& place)
{
    const auto size = box.size();
    return size.y < std::min(size.x, size.z) && place.x > box.min.x && place.x < box.max.x &&
           place.z > box.min.z && place.z < box.max.z;
}

double
depthOfNewThings(const Document& document, engine::EntityId last, int depthAxis, const Vec3d& place)
{
    auto reference = boundsOfAll(document.world(), document.selection().entities());
    if (reference.isEmpty() && document.world().exists(last))
        reference = boundsOfAll(document.world(), std::span{&last, 1});
    if (reference.isEmpty())
        return depthAxis == 1 ? floorHeight(document, place) : 0.0;
    if (depthAxis != 1 || !isOnFloor(reference, place))
        return reference.min[depthAxis];
    // A ceiling, which a click into a room chooses from above: one draws in the room below it.
    const double floor = floorHeight(document, place);
    return floor < reference.min.y ? floor : reference.max.y;
}

std::optional<BoundsDrag>
BoundsDrag::start(const PointerEvent& event, double height, double depthFrom)
{
    BoundsDrag drag;
    drag.m_height = height;
    drag.m_grid = event.grid;
    if (const auto depth = depthAxis(event.view)) {
        drag.m_flat = true;
        drag.m_axis = *depth;
        drag.m_from = event.onViewPlane(Vec3d{0});
        drag.m_from[*depth] = depthFrom;
    } else {
        const auto surface = surfaceUnder(event);
        if (!surface)
            return std::nullopt;
        drag.m_surface = surface->first;
        drag.m_from = surface->second;
        drag.m_axis = majorAxis(drag.m_surface.normal);
        drag.m_side = drag.m_surface.normal[drag.m_axis];
        drag.m_from[drag.m_axis] = drag.m_surface.distance * drag.m_side;
    }
    drag.m_to = drag.m_from;
    drag.m_corner = event.grid.snap(drag.m_from);
    drag.layBase();
    return drag;
}

Result<void>
BoundsDrag::drag(const PointerEvent& event, const Document& document, const Excluded& drawn)
{
    m_grid = event.grid;
    const bool square = event.has(Modifier::Shift);
    m_cube = square && event.has(Modifier::Alt);
    if (!m_flat && event.has(Modifier::Alt) && !square) {
        lift(event);
        m_lifted = true;
        return {};
    }
    if (m_flat) {
        m_to = event.onViewPlane(Vec3d{0});
    } else {
        const auto distance = engine::intersect(event.ray, m_surface);
        if (!distance)
            return engine::Error{"The pointer left the surface that the box stands on"};
        m_to = event.ray.at(*distance);
    }
    m_to[m_axis] = m_from[m_axis];
    m_corner = snappedTo(m_snap, document, event, drawn, event.grid.snap(m_to));
    m_square = square;
    layBase();
    return {};
}

Aabb BoundsDrag::rectangle() const
{
    const double cell = m_grid.isActive() ? m_grid.step : SmallestBox;
    const double thinnest = m_snap == SnapKind::Grid ? cell : SmallestBox;
    Aabb box;
    for (int i = 0; i < 3; ++i) {
        const double a = i == m_axis ? m_from[i] : m_grid.snap(m_from[i]);
        double b = i == m_axis ? m_from[i] : m_corner[i];
        if (i != m_axis && std::abs(b - a) < thinnest * 0.5)
            b = a + (m_to[i] < m_from[i] ? -cell : cell);
        box.min[i] = std::min(a, b);
        box.max[i] = std::max(a, b);
    }
    return box;
}

void BoundsDrag::layBase()
{
    m_base = rectangle();
    if (m_square)
        makeSquare(m_base, m_from, m_to, m_axis);
    if (m_field == 0)
        return;
    std::size_t field = 0;
    for (int i = 0; i < 3; ++i) {
        if (i == m_axis)
            continue;
        const double side = std::abs(m_typed[field++].value().value_or(0));
        if (side == 0)
            continue;
        const double foot = m_grid.snap(m_from[i]);
        m_base.min[i] = m_to[i] < m_from[i] ? foot - side : foot;
        m_base.max[i] = m_base.min[i] + side;
    }
}

bool BoundsDrag::key(const KeyEvent& event)
{
    if (event.key == ToolKey::V) {
        m_snap = nextSnap(m_snap);
        return true;
    }
    auto& typed = m_typed[m_field];
    if (event.key == ToolKey::X && typed.value() && m_field + 1 < m_typed.size())
        ++m_field;
    else if (event.key == ToolKey::Backspace && typed.text().empty() && m_field > 0)
        --m_field;
    else if (!typed.key(event))
        return false;
    layBase();
    return true;
}

bool BoundsDrag::heightKey(const KeyEvent& event)
{
    m_field = m_field == 0 ? 0 : m_typed.size() - 1;
    return m_typed[m_field].key(event);
}

std::optional<double> BoundsDrag::typedHeight() const
{
    return m_field == 0 ? m_typed.front().value() : m_typed.back().value();
}

void BoundsDrag::lift(const PointerEvent& event)
{
    if (m_flat || event.view != ViewKind::Perspective)
        return;
    const auto up = unitAxis(m_axis) * m_side;
    const auto along = engine::closestDistanceOnAxis(event.ray, m_to, up);
    if (!along || std::abs(*along) > GreatestHeight)
        return;
    m_cube = false;
    if (const double height = event.grid.snap(*along); height != 0)
        m_height = height;
}

Aabb BoundsDrag::box() const
{
    auto box = m_base;
    const double foot = m_base.min[m_axis];
    const double along = m_cube ? m_base.size()[(m_axis + 1) % 3] : m_height;
    const double top = foot + m_side * typedHeight().value_or(along);
    box.min[m_axis] = std::min(top, foot);
    box.max[m_axis] = std::max(top, foot);
    return box;
}

void BoundsDrag::setBox(const Aabb& box)
{
    m_base = box;
    const double foot = m_side > 0 ? box.min[m_axis] : box.max[m_axis];
    m_base.min[m_axis] = m_base.max[m_axis] = foot;
    m_height = box.size()[m_axis];
    m_cube = false;
    m_typed = {};
    m_field = 0;
}

bool BoundsDrag::hasHeight() const
{
    return m_flat || m_lifted || m_cube || typedHeight().has_value();
}
} // namespace editor
