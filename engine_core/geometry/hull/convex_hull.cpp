#include "engine_core/geometry/hull/convex_hull.h"

#include "engine_core/geometry/hull/quickhull.h"

#include <algorithm>

namespace engine
{
namespace
{
using quickhull::Hull;
using quickhull::PointIndex;
using quickhull::Triangle;
using quickhull::TriangleIndex;

constexpr double ToleranceOfSize = 2e-10; ///< of the largest extent of the points

/// How much coarser the last try is, where the first leaves details that no brush can have.
constexpr double Coarser = 10;

/// How far a corner of the brush may lie from every point before coplanar is taken more strictly:
/// joining faces at a flat angle moves corners along. Tolerances.
constexpr double CornerSlack = 20;

/// Dust in place of zeros moves no point by anything that counts; without it walls stay walls.
Vec3d cleanNormal(Vec3d normal)
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
    const auto normal = cleanNormal(glm::normalize(cross));
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
    const auto normal = cleanNormal(glm::normalize(sum));
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
            return Error{"One of the corners is not a place in the world"};
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
