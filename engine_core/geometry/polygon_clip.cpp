#include "engine_core/geometry/polygon_clip.h"

#include <algorithm>

namespace engine
{
namespace
{
/// Sizes the sheet so that it covers the world on every plane that meets the world. Metres.
constexpr double SheetSize = 3 * WorldLimit;

/// Where three planes meet, by Cramer's rule.
Vec3d meetingPoint(const Plane& a, const Plane& b, const Plane& c)
{
    const auto bc = glm::cross(b.normal, c.normal);
    const auto ca = glm::cross(c.normal, a.normal);
    const auto ab = glm::cross(a.normal, b.normal);
    return (bc * a.distance + ca * b.distance + ab * c.distance) / glm::dot(a.normal, bc);
}

} // namespace

CutPlane cutPlane(const Plane& plane)
{
    const auto& n = plane.normal;
    for (int i = 0; i < 3; ++i)
        if (std::abs(n[i]) == 1 && n[(i + 1) % 3] == 0 && n[(i + 2) % 3] == 0)
            return {plane, i, n[i]};
    return {plane, NoAxis, 0};
}

std::array<AxisBounds::Side, 3> AxisBounds::unbounded(double place)
{
    const Side side{place * SheetSize, NoPlane};
    return {side, side, side};
}

void AxisBounds::add(const CutPlane& cut, PlaneIndex index)
{
    if (cut.axis == NoAxis)
        return;
    const auto axis = static_cast<std::size_t>(cut.axis);
    const double place = cut.plane.distance * cut.sign;
    if (cut.sign > 0 && place < m_high[axis].place)
        m_high[axis] = {place, index};
    if (cut.sign < 0 && place > m_low[axis].place)
        m_low[axis] = {place, index};
}

// The axis is known to the compiler: indexing vectors by a variable costs more than all the rest.
template <int Axis>
void AxisBounds::makeRectangleAcross(const CutPlane& cut, Polygon& out) const
{
    constexpr int S = (Axis + 1) % 3; // with T: counter-clockwise seen from the axis' end
    constexpr int T = (Axis + 2) % 3;
    const double place = cut.plane.distance * cut.sign;
    const auto& lowS = m_low[S];
    const auto& lowT = m_low[T];
    const auto& highS = m_high[S];
    const auto& highT = m_high[T];
    out.count = 0;
    if (place > m_high[Axis].place + OnPlane || place < m_low[Axis].place - OnPlane ||
        lowS.place > highS.place + OnPlane || lowT.place > highT.place + OnPlane)
        return;
    const auto set = [&](std::size_t i, const Side& onS, const Side& onT, const Side& edge) {
        auto& corner = out.corners[i];
        corner.at[Axis] = place;
        corner.at[S] = onS.place;
        corner.at[T] = onT.place;
        corner.edge = edge.plane;
    };
    const bool isHigh = cut.sign > 0;
    set(0, lowS, lowT, isHigh ? lowT : lowS);
    set(isHigh ? 1 : 3, highS, lowT, isHigh ? highS : lowT);
    set(2, highS, highT, isHigh ? highT : highS);
    set(isHigh ? 3 : 1, lowS, highT, isHigh ? lowS : highT);
    out.count = 4;
}

void AxisBounds::makeRectangle(const CutPlane& cut, Polygon& out) const
{
    switch (cut.axis) {
    case 0:
        return makeRectangleAcross<0>(cut, out);
    case 1:
        return makeRectangleAcross<1>(cut, out);
    default:
        return makeRectangleAcross<2>(cut, out);
    }
}

int AxisBounds::makeSheet(const Plane& plane, Polygon& out) const
{
    const auto& n = plane.normal;
    const int along = n.y == 0 ? 1 : n.x == 0 ? 0 : n.z == 0 ? 2 : NoAxis;
    const auto center = n * plane.distance;
    out.count = 4;
    if (along == NoAxis) {
        const auto helper = std::abs(n.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
        const auto u = glm::cross(helper, n) * SheetSize; // at least 0.6 of it
        const auto v = glm::cross(n, u);
        out.corners[0] = {center - u - v, NoPlane};
        out.corners[1] = {center + u - v, NoPlane};
        out.corners[2] = {center + u + v, NoPlane};
        out.corners[3] = {center - u + v, NoPlane};
        return NoAxis;
    }
    const auto& low = m_low[static_cast<std::size_t>(along)];
    const auto& high = m_high[static_cast<std::size_t>(along)];
    if (low.place > high.place + OnPlane)
        out.count = 0;
    const Vec3d axis{along == 0 ? 1.0 : 0.0, along == 1 ? 1.0 : 0.0, along == 2 ? 1.0 : 0.0};
    const auto from = center + axis * low.place;
    const auto to = center + axis * high.place;
    const auto v = glm::cross(n, axis) * SheetSize;
    out.corners[0] = {from - v, NoPlane};
    out.corners[1] = {to - v, high.plane};
    out.corners[2] = {to + v, NoPlane};
    out.corners[3] = {from + v, low.plane};
    return along;
}

void cutOff(Polygon& polygon, const double* above, PlaneIndex by)
{
    auto* const corners = polygon.corners;
    const auto count = polygon.count;

    // The run starts at `first` and ends before `end`. If it holds corner 0, `first` is after
    // `end`.
    const bool wraps = above[0] > OnPlane;
    std::size_t first = wraps ? count : 1;
    while (wraps && first > 0 && above[first - 1] > OnPlane)
        --first;
    while (!wraps && above[first] <= OnPlane)
        ++first;
    if (first == 0) {
        polygon.count = 0;
        return;
    }
    std::size_t end = wraps ? 1 : first + 1;
    while (end < count && above[end] > OnPlane)
        ++end;

    // The two edges that cross the plane, each from its kept corner to its lost one.
    const auto crossing = [&](std::size_t kept, std::size_t lost) {
        const double part = above[kept] / (above[kept] - above[lost]);
        return corners[kept].at + (corners[lost].at - corners[kept].at) * part;
    };
    const std::size_t before = first - 1;
    const std::size_t after = end < count ? end : 0;
    const bool leaves = above[before] < -OnPlane;
    const bool returns = above[after] < -OnPlane;
    const auto exit = crossing(before, first < count ? first : 0);
    const auto entry = crossing(after, end - 1);
    const auto entryEdge = corners[end - 1].edge;
    if (!leaves)
        corners[before].edge = by;

    // The kept corners move together; the new ones follow `before`.
    const auto added = static_cast<std::size_t>(leaves) + static_cast<std::size_t>(returns);
    auto place = first;
    if (wraps) {
        place = first - end;
        for (std::size_t i = 0; i < place; ++i)
            corners[i] = corners[end + i];
        polygon.count = place + added;
    } else {
        polygon.count = first + added + (count - end);
        if (end < first + added)
            std::copy_backward(corners + end, corners + count, corners + polygon.count);
        else if (end > first + added)
            std::copy(corners + end, corners + count, corners + first + added);
    }
    if (leaves) {
        corners[place].at = exit;
        corners[place++].edge = by;
    }
    if (returns) {
        corners[place].at = entry;
        corners[place].edge = entryEdge;
    }
    if (polygon.count < 3)
        polygon.count = 0;
}

Vec3d exactCorner(const CutPlane& a, const CutPlane& b, const CutPlane& c, const Vec3d& near)
{
    // What makeRectangle() left is exact.
    if (a.axis != NoAxis && b.axis != NoAxis && c.axis != NoAxis)
        return near + 0.0;
    auto point = meetingPoint(a.plane, b.plane, c.plane);
    for (const auto* cut : {&a, &b, &c}) {
        // x * n / n need not be x, and walls stand on the grid.
        const double place = cut->plane.distance * cut->sign;
        point = {cut->axis == 0 ? place : point.x, cut->axis == 1 ? place : point.y,
                 cut->axis == 2 ? place : point.z};
    }
    const auto off = point - near;
    // Nearly parallel planes can give anything, infinity too, which fails this comparison.
    return glm::dot(off, off) <= WeldDistance * WeldDistance ? point + 0.0 : near + 0.0;
}
} // namespace engine
