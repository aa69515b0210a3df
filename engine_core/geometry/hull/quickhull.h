#pragma once

#include "engine_core/math/types.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

// Inside of geometry only: what convex_hull.cpp builds brushes from.
namespace engine::quickhull
{
__extension__ using Int128 = __int128; // NOLINT: ISO C++ has no integer of this size

using LatticePoint = glm::vec<3, std::int64_t>;
using PointIndex = std::uint32_t;
using TriangleIndex = std::uint32_t;
inline constexpr std::uint32_t NoIndex = 0xffffffff;

/// A triangle of the hull, counter-clockwise seen from outside.
struct Triangle
{
    std::array<PointIndex, 3> corners{};
    std::array<TriangleIndex, 3> neighbours{}; ///< across the edge from corner i to the next one
    std::array<Int128, 3> cross{};             ///< of two edges, exact
    Vec3d normal{0};                           ///< unit length
    double doubleArea = 0;                     ///< square steps
    PointIndex firstOutside = NoIndex;         ///< a list of the points that see it, by m_next
    PointIndex farthest = NoIndex;             ///< of these
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
} // namespace engine::quickhull
