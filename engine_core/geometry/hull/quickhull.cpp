#include "engine_core/geometry/hull/quickhull.h"

#include <algorithm>
#include <cmath>

namespace engine::quickhull
{
namespace
{
/// Quickhull runs on a lattice of this step, fine enough to hide below WeldDistance and coarse
/// enough that the volume of four points anywhere in the world is exact in 128 bits. Steps to the
/// metre.
constexpr double StepsPerMetre = 16777216.0; // 2^24

std::size_t following(std::size_t corner)
{
    return corner == 2 ? 0 : corner + 1;
}
} // namespace

Hull::Hull(std::span<const Vec3d> points, const Vec3d& origin, double tolerance)
    : m_tolerance{tolerance * StepsPerMetre}
    , m_next(points.size(), NoIndex)
    , m_startingAt(points.size(), NoIndex)
{
    m_points.reserve(points.size());
    for (const auto& point : points) {
        const auto at = (point - origin) * StepsPerMetre;
        m_points.emplace_back(std::llround(at.x), std::llround(at.y), std::llround(at.z));
    }
    m_triangles.reserve(6 * std::min<std::size_t>(points.size(), 1024));
}

double Hull::height(const Triangle& triangle, PointIndex point) const
{
    return glm::dot(triangle.normal, Vec3d{m_points[point] - m_points[triangle.corners[0]]});
}

bool Hull::isSeen(const Triangle& triangle, PointIndex eye) const
{
    if (const double above = height(triangle, eye); std::abs(above) > 1)
        return above > 0; // rounding is far below one step
    const auto d = m_points[eye] - m_points[triangle.corners[0]];
    return triangle.cross[0] * d.x + triangle.cross[1] * d.y + triangle.cross[2] * d.z > 0;
}

void Hull::addTriangle(PointIndex a, PointIndex b, PointIndex c)
{
    auto& triangle = m_triangles.emplace_back();
    triangle.corners = {a, b, c};
    const auto u = m_points[b] - m_points[a];
    const auto v = m_points[c] - m_points[a];
    triangle.cross = {Int128{u.y} * v.z - Int128{u.z} * v.y, Int128{u.z} * v.x - Int128{u.x} * v.z,
                      Int128{u.x} * v.y - Int128{u.y} * v.x};
    const Vec3d cross{static_cast<double>(triangle.cross[0]),
                      static_cast<double>(triangle.cross[1]),
                      static_cast<double>(triangle.cross[2])};
    triangle.doubleArea = glm::length(cross);
    triangle.normal = cross / triangle.doubleArea;
}

/// Two points far apart, the one farthest from their line, the one farthest from that plane.
bool Hull::makeFirstFour()
{
    const auto count = static_cast<PointIndex>(m_points.size());
    std::array<PointIndex, 4> first{};
    const auto farthest = [&](auto&& distanceOf) {
        std::pair<PointIndex, double> best{0, 0.0};
        for (PointIndex i = 0; i < count; ++i)
            if (const double distance = distanceOf(Vec3d{m_points[i]}); distance > best.second)
                best = {i, distance};
        return best;
    };
    const auto fromPoint = [&](PointIndex from) {
        return farthest(
            [a = Vec3d{m_points[from]}](const Vec3d& p) { return glm::distance(a, p); });
    };
    first[0] = fromPoint(0).first;
    const auto second = fromPoint(first[0]);
    if (second.second <= m_tolerance)
        return false;
    first[1] = second.first;
    const Vec3d a{m_points[first[0]]};
    const auto along = glm::normalize(Vec3d{m_points[first[1]]} - a);
    const auto third =
        farthest([&](const Vec3d& p) { return glm::length(glm::cross(p - a, along)); });
    if (third.second <= m_tolerance)
        return false;
    first[2] = third.first;
    addTriangle(first[0], first[1], first[2]);
    const auto base = m_triangles[0];
    const auto fourth =
        farthest([&](const Vec3d& p) { return std::abs(glm::dot(base.normal, p - a)); });
    if (fourth.second <= m_tolerance)
        return false;
    first[3] = fourth.first;
    if (height(base, first[3]) > 0)
        std::swap(first[1], first[2]);

    m_triangles.clear();
    addTriangle(first[0], first[1], first[2]);
    addTriangle(first[0], first[3], first[1]);
    addTriangle(first[1], first[3], first[2]);
    addTriangle(first[2], first[3], first[0]);
    m_triangles[0].neighbours = {1, 2, 3};
    m_triangles[1].neighbours = {3, 2, 0};
    m_triangles[2].neighbours = {1, 3, 0};
    m_triangles[3].neighbours = {2, 1, 0};
    return true;
}

/// Puts the point on the list of a triangle that sees it, from `first` on. Returns whether there is
/// none but some see it within the tolerance.
bool Hull::giveTo(TriangleIndex first, PointIndex point)
{
    bool isOutside = false;
    for (auto i = first; i < m_triangles.size(); ++i) {
        auto& triangle = m_triangles[i];
        if (triangle.isRemoved)
            continue;
        const double above = height(triangle, point);
        isOutside = isOutside || (above > -1 && isSeen(triangle, point));
        if (above <= m_tolerance)
            continue;
        m_next[point] = triangle.firstOutside;
        triangle.firstOutside = point;
        if (above > triangle.farthestHeight) {
            triangle.farthest = point;
            triangle.farthestHeight = above;
        }
        return false;
    }
    return isOutside;
}

/// Marks the triangles that the point sees and collects the edges around them.
void Hull::removeSeen(PointIndex eye, TriangleIndex from)
{
    m_horizon.clear();
    m_seen.assign(1, from);
    m_triangles[from].isRemoved = true;
    for (std::size_t i = 0; i < m_seen.size(); ++i) {
        const auto seen = m_triangles[m_seen[i]];
        for (std::size_t edge = 0; edge < 3; ++edge) {
            const auto index = seen.neighbours[edge];
            auto& neighbour = m_triangles[index];
            if (neighbour.isRemoved)
                continue;
            if (isSeen(neighbour, eye)) {
                neighbour.isRemoved = true;
                m_seen.push_back(index);
            } else {
                m_horizon.push_back({seen.corners[edge], seen.corners[following(edge)], index});
            }
        }
    }
}

/// Fills the hole with triangles from its edges to the point.
void Hull::closeTo(PointIndex eye)
{
    const auto first = static_cast<TriangleIndex>(m_triangles.size());
    for (const auto& edge : m_horizon) {
        const auto index = static_cast<TriangleIndex>(m_triangles.size());
        addTriangle(edge.from, edge.to, eye);
        m_triangles[index].neighbours[0] = edge.outside;
        m_startingAt[edge.from] = index;
        auto& outside = m_triangles[edge.outside];
        for (std::size_t i = 0; i < 3; ++i)
            if (outside.corners[i] == edge.to)
                outside.neighbours[i] = index;
        m_pending.push_back(index);
    }
    for (auto index = first; index < m_triangles.size(); ++index) {
        const auto next = m_startingAt[m_triangles[index].corners[1]];
        m_triangles[index].neighbours[1] = next;
        m_triangles[next].neighbours[2] = index;
    }
}

void Hull::addPoint(PointIndex eye, TriangleIndex seenBy)
{
    removeSeen(eye, seenBy);
    const auto firstNew = static_cast<TriangleIndex>(m_triangles.size());
    closeTo(eye);
    for (const auto removed : m_seen)
        for (auto point = m_triangles[removed].firstOutside; point != NoIndex;) {
            const auto next = m_next[point];
            // A point that barely sees the new triangles can well see an old one clearly.
            if (point != eye && giveTo(firstNew, point))
                giveTo(0, point);
            point = next;
        }
}

bool Hull::build()
{
    if (!makeFirstFour())
        return false;
    for (PointIndex i = 0; i < m_points.size(); ++i)
        giveTo(0, i);
    m_pending = {0, 1, 2, 3};
    while (!m_pending.empty()) {
        const auto index = m_pending.back();
        m_pending.pop_back();
        const auto& triangle = m_triangles[index];
        if (!triangle.isRemoved && triangle.farthest != NoIndex)
            addPoint(triangle.farthest, index);
    }
    return true;
}
} // namespace engine::quickhull
