#include "engine_core/geometry/convex_hull.h"

#include <algorithm>
#include <array>

namespace engine
{
namespace
{
__extension__ using Int128 = __int128; // NOLINT: ISO C++ has no integer of this size

/// Quickhull runs on a lattice of this step, fine enough to hide below WeldDistance and coarse
/// enough that the volume of four points anywhere in the world is exact in 128 bits. Steps to the
/// metre.
constexpr double StepsPerMetre = 16777216.0; // 2^24
constexpr double ToleranceOfSize = 2e-10;    ///< of the largest extent of the points

/// How much coarser the last try is, where the first leaves details that no brush can have.
constexpr double Coarser = 10;

/// How far a corner of the brush may lie from every point before coplanar is taken more strictly:
/// joining faces at a flat angle moves corners along. Tolerances.
constexpr double CornerSlack = 20;

using LatticePoint = glm::vec<3, std::int64_t>;
using PointIndex = std::uint32_t;
using TriangleIndex = std::uint32_t;
constexpr std::uint32_t None = 0xffffffff;

std::size_t following(std::size_t corner)
{
    return corner == 2 ? 0 : corner + 1;
}

/// A triangle of the hull, counter-clockwise seen from outside.
struct Triangle
{
    std::array<PointIndex, 3> corners{};
    std::array<TriangleIndex, 3> neighbours{}; ///< across the edge from corner i to the next one
    std::array<Int128, 3> cross{};             ///< of two edges, exact
    Vec3d normal{0};                           ///< unit length
    double doubleArea = 0;                     ///< square steps
    PointIndex firstOutside = None;            ///< a list of the points that see it, by m_next
    PointIndex farthest = None;                ///< of these
    double farthestHeight = 0;
    bool isRemoved = false;
};

/// Quickhull (Barber, Dobkin, Huhdanpaa 1996) with exact signs, so that the surface stays closed
/// and convex whatever the input. Coplanar triangles are not joined here.
class Hull
{
public:
    /// `tolerance`: points that are no farther than this outside are left out. Metres.
    Hull(std::span<const Vec3d> points, const Vec3d& origin, double tolerance);

    /// False if all points lie in one plane.
    bool build();

    [[nodiscard]] const std::vector<Triangle>& triangles() const { return m_triangles; }

private:
    bool makeFirstFour();
    void addTriangle(PointIndex a, PointIndex b, PointIndex c);
    bool giveTo(TriangleIndex first, PointIndex point);
    void addPoint(PointIndex eye, TriangleIndex seenBy);
    void removeSeen(PointIndex eye, TriangleIndex from);
    void closeTo(PointIndex eye);
    [[nodiscard]] double height(const Triangle& triangle, PointIndex point) const;
    [[nodiscard]] bool isSeen(const Triangle& triangle, PointIndex eye) const;

    struct Edge
    {
        PointIndex from, to;
        TriangleIndex outside;
    };

    double m_tolerance; ///< steps
    std::vector<LatticePoint> m_points;
    std::vector<PointIndex> m_next;
    std::vector<TriangleIndex> m_startingAt; ///< by point: the new triangle on the edge from there
    std::vector<Triangle> m_triangles;
    std::vector<TriangleIndex> m_pending;
    std::vector<TriangleIndex> m_seen;
    std::vector<Edge> m_horizon;
};

Hull::Hull(std::span<const Vec3d> points, const Vec3d& origin, double tolerance)
    : m_tolerance{tolerance * StepsPerMetre}
    , m_next(points.size(), None)
    , m_startingAt(points.size(), None)
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
        for (auto point = m_triangles[removed].firstOutside; point != None;) {
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
        if (!triangle.isRemoved && triangle.farthest != None)
            addPoint(triangle.farthest, index);
    }
    return true;
}

/// Dust in place of zeros moves no point by anything that counts; without it walls stay walls.
Vec3d withoutDust(Vec3d normal)
{
    for (int i = 0; i < 3; ++i)
        if (std::abs(normal[i]) < 1e-13)
            normal[i] = 0;
    return glm::normalize(normal);
}

/// Joins the triangles that lie in one plane and gives every face its looks.
class FaceMerger
{
public:
    FaceMerger(const std::vector<Triangle>& triangles,
               std::span<const Vec3d> points,
               double tolerance)
        : m_triangles{triangles}
        , m_points{points}
        , m_tolerance{tolerance}
        , m_isTaken(triangles.size(), 0)
    {
    }

    std::vector<HullFace> faces(std::span<const BrushFace> like);

private:
    void takeInPlane(TriangleIndex seed, const Plane& plane);
    [[nodiscard]] std::optional<FaceIndex> findLike(TriangleIndex seed,
                                                    std::span<const BrushFace> like) const;
    [[nodiscard]] double distance(const Triangle& triangle, const Plane& plane) const;
    [[nodiscard]] Plane planeOf(const Triangle& triangle) const;
    [[nodiscard]] Plane fittedPlane() const;
    [[nodiscard]] std::vector<PointIndex> cornersOfGroup() const;

    const std::vector<Triangle>& m_triangles;
    std::span<const Vec3d> m_points;
    double m_tolerance; ///< metres
    std::vector<char> m_isTaken;
    std::vector<TriangleIndex> m_group; ///< the triangles of the face at hand
};

/// Of the farthest corner, on either side.
double FaceMerger::distance(const Triangle& triangle, const Plane& plane) const
{
    double most = 0;
    for (const auto corner : triangle.corners)
        most = std::max(most, std::abs(plane.above(m_points[corner])));
    return most;
}

Plane FaceMerger::planeOf(const Triangle& triangle) const
{
    const auto& [a, b, c] = triangle.corners;
    const auto cross = glm::cross(m_points[b] - m_points[a], m_points[c] - m_points[a]);
    const auto normal = withoutDust(glm::normalize(cross));
    return {normal, glm::dot(normal, m_points[a])};
}

std::optional<FaceIndex> FaceMerger::findLike(TriangleIndex seed,
                                              std::span<const BrushFace> like) const
{
    const auto& triangle = m_triangles[seed];
    std::optional<FaceIndex> best;
    double least = m_tolerance;
    for (FaceIndex i = 0; i < like.size(); ++i) {
        if (glm::dot(like[i].plane.normal, triangle.normal) < 0.9)
            continue;
        if (const double away = distance(triangle, like[i].plane); away < least) {
            best = i;
            least = away;
        }
    }
    return best;
}

/// Spreads over neighbours from the seed into m_group.
void FaceMerger::takeInPlane(TriangleIndex seed, const Plane& plane)
{
    m_group.assign(1, seed);
    m_isTaken[seed] = 1;
    for (std::size_t i = 0; i < m_group.size(); ++i)
        for (const auto index : m_triangles[m_group[i]].neighbours) {
            const auto& next = m_triangles[index];
            if (m_isTaken[index] == 0 && glm::dot(next.normal, plane.normal) > 0 &&
                distance(next, plane) <= m_tolerance) {
                m_isTaken[index] = 1;
                m_group.push_back(index);
            }
        }
}

/// Of all triangles in m_group, by their share of the area.
Plane FaceMerger::fittedPlane() const
{
    Vec3d sum{0};
    for (const auto index : m_group) {
        const auto& [a, b, c] = m_triangles[index].corners;
        sum += glm::cross(m_points[b] - m_points[a], m_points[c] - m_points[a]);
    }
    const auto normal = withoutDust(glm::normalize(sum));
    double least = glm::dot(normal, m_points[m_triangles[m_group[0]].corners[0]]);
    double most = least;
    for (const auto index : m_group)
        for (const auto corner : m_triangles[index].corners) {
            const double along = glm::dot(normal, m_points[corner]);
            least = std::min(least, along);
            most = std::max(most, along);
        }
    return {normal, least == most ? most : (least + most) / 2};
}

std::vector<PointIndex> FaceMerger::cornersOfGroup() const
{
    std::vector<PointIndex> corners;
    corners.reserve(3 * m_group.size());
    for (const auto index : m_group)
        for (const auto corner : m_triangles[index].corners)
            if (std::find(corners.begin(), corners.end(), corner) == corners.end())
                corners.push_back(corner);
    std::sort(corners.begin(), corners.end());
    return corners;
}

std::vector<HullFace> FaceMerger::faces(std::span<const BrushFace> like)
{
    // Big triangles know their plane best, so they choose first.
    std::vector<TriangleIndex> order;
    order.reserve(m_triangles.size());
    for (TriangleIndex i = 0; i < m_triangles.size(); ++i)
        if (!m_triangles[i].isRemoved)
            order.push_back(i);
    std::sort(order.begin(), order.end(), [&](TriangleIndex a, TriangleIndex b) {
        const double areaA = m_triangles[a].doubleArea;
        const double areaB = m_triangles[b].doubleArea;
        return areaA > areaB || (areaA == areaB && a < b);
    });

    std::vector<HullFace> faces;
    for (const auto seed : order) {
        if (m_isTaken[seed] != 0)
            continue;
        const auto known = findLike(seed, like);
        takeInPlane(seed, known ? like[*known].plane : planeOf(m_triangles[seed]));
        faces.push_back({known ? like[*known].plane : fittedPlane(), known, cornersOfGroup()});
    }
    return faces;
}

Result<void> checkPoints(std::span<const Vec3d> points)
{
    if (points.size() < 4)
        return Error{"The brush would be flat: it needs at least four corners"};
    for (const auto& point : points) {
        if (!isFinite(point))
            return Error{"A point holds a number that is not finite"};
        if (!Aabb{Vec3d{-WorldLimit}, Vec3d{WorldLimit}}.contains(point))
            return Error{"The brush reaches beyond the edge of the world, {} m out", WorldLimit};
    }
    return {};
}

/// Whether the corners of the brush are where the hull's are.
bool keepsToPoints(const Brush& brush,
                   std::span<const Vec3d> points,
                   std::span<const HullFace> faces,
                   double within)
{
    const auto isNear = [&](const Vec3d& vertex, PointIndex corner) {
        const auto off = points[corner] - vertex;
        return glm::dot(off, off) <= within * within;
    };
    return std::all_of(brush.vertices().begin(), brush.vertices().end(), [&](const Vec3d& vertex) {
        return std::any_of(faces.begin(), faces.end(), [&](const HullFace& face) {
            return std::any_of(face.corners.begin(), face.corners.end(),
                               [&](PointIndex corner) { return isNear(vertex, corner); });
        });
    });
}

/// A hull and the brush that it makes.
struct HullBrush
{
    std::vector<HullFace> faces;
    Result<Brush> brush;
};

std::vector<BrushFace>
dressed(std::span<const HullFace> faces, std::span<const BrushFace> like, Name material)
{
    std::vector<BrushFace> result;
    result.reserve(faces.size());
    for (const auto& face : faces)
        result.push_back(face.like
                             ? like[*face.like]
                             : BrushFace{face.plane, material, worldAlignedUv(face.plane.normal)});
    return result;
}

HullBrush makeHull(std::span<const Vec3d> points, std::span<const BrushFace> like, Name material)
{
    if (auto valid = checkPoints(points); !valid)
        return {{}, valid.error()};
    Aabb bounds;
    for (const auto& point : points)
        bounds.add(point);
    const double tolerance = hullTolerance(bounds.size());
    const auto origin = glm::floor(bounds.center()); // whole metres, so that the grid stays exact
    const auto merged = [&](const Hull& hull, double within) -> HullBrush {
        auto faces = FaceMerger{hull.triangles(), points, within}.faces(like);
        auto brush = Brush::fromFaces(dressed(faces, like, material));
        return {std::move(faces), std::move(brush)};
    };

    Hull hull{points, origin, tolerance};
    if (!hull.build())
        return {{}, Error{"The brush would be flat: all of its corners lie in one plane"}};
    auto usual = merged(hull, tolerance);
    if (usual.brush && keepsToPoints(*usual.brush, points, usual.faces, tolerance * CornerSlack))
        return usual;
    if (auto stricter = merged(hull, tolerance / Coarser); stricter.brush)
        return stricter;
    if (usual.brush)
        return usual;
    Hull coarse{points, origin, tolerance * Coarser};
    if (coarse.build())
        if (auto coarser = merged(coarse, tolerance * Coarser); coarser.brush)
            return coarser;
    return usual;
}
} // namespace

double hullTolerance(const Vec3d& extent)
{
    return std::max(WeldDistance, std::max({extent.x, extent.y, extent.z}) * ToleranceOfSize);
}

Result<std::vector<HullFace>> hullFaces(std::span<const Vec3d> points,
                                        std::span<const BrushFace> like)
{
    auto hull = makeHull(points, like, {});
    if (!hull.brush)
        return hull.brush.error();
    return std::move(hull.faces);
}

Result<Brush>
brushFromPoints(std::span<const Vec3d> points, std::span<const BrushFace> like, Name material)
{
    return makeHull(points, like, material).brush;
}
} // namespace engine
