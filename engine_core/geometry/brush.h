#pragma once

#include "engine_core/base/name.h"
#include "engine_core/base/result.h"
#include "engine_core/geometry/uv_mapping.h"
#include "engine_core/math/aabb.h"
#include "engine_core/math/plane.h"
#include "engine_core/math/ray.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace engine
{
using FaceIndex = std::size_t;

/// Vertices closer than this are one vertex. Metres.
inline constexpr double WeldDistance = 1e-5;

/// One side of a brush: the plane it lies in and how it looks.
struct BrushFace
{
    Plane plane;   ///< its normal points out of the brush
    Name material; ///< path below assets/ without the ending; empty is the default material
    UvMapping uv;
    friend bool operator==(const BrushFace&, const BrushFace&) = default;
};

/// An immutable convex solid: the points behind all of its faces' planes. Corners and polygons are
/// derived once, in doubles, when it is made. Value type; moves are cheap, shared copies go through
/// BrushComponent's shared_ptr.
class Brush
{
public:
    /// The only way a brush comes to exist. Faces that do not touch the solid are left out.
    /// Refused, with a reason for the status bar: fewer than four or more than 1024 faces, numbers
    /// that are not finite, a texture scale of 0, normals that are not of unit length (those off by
    /// less than 1e-6 are made so), an empty or flat solid, one that is open on a side, or one that
    /// leaves +-WorldLimit. Building from faces() again gives the same brush, bit for bit.
    [[nodiscard]] static Result<Brush> fromFaces(std::vector<BrushFace> faces);

    [[nodiscard]] std::span<const BrushFace> faces() const { return m_faces; }

    [[nodiscard]] std::size_t faceCount() const { return m_faces.size(); }

    [[nodiscard]] std::span<const Vec3d> vertices() const { return m_vertices; }

    /// Indices into vertices(), counter-clockwise seen from outside; at least three.
    [[nodiscard]] std::span<const std::uint16_t> faceVertices(FaceIndex face) const
    {
        return {m_polygons.data() + m_polygons[face], m_polygons.data() + m_polygons[face + 1]};
    }

    [[nodiscard]] const Aabb& bounds() const { return m_bounds; }

    [[nodiscard]] bool contains(const Vec3d& point, double tolerance = WeldDistance) const;

    /// The same faces mean the same brush.
    friend bool operator==(const Brush& a, const Brush& b) { return a.m_faces == b.m_faces; }

private:
    Brush() = default;
    std::vector<BrushFace> m_faces;
    std::vector<Vec3d> m_vertices;
    /// For each face where its vertices begin in here, then where the last one's end; then the
    /// vertices. Two bytes are enough: 1024 faces have at most 6132 corners.
    std::vector<std::uint16_t> m_polygons;
    Aabb m_bounds;
};

struct BrushHit
{
    FaceIndex face = 0;
    double distance = 0; ///< metres along the ray
};

/// Where a ray enters the brush; nullopt if it misses or starts inside.
[[nodiscard]] std::optional<BrushHit> intersect(const Ray& ray, const Brush& brush);

/// Square metres.
[[nodiscard]] double faceArea(const Brush& brush, FaceIndex face);

/// The mean of the face's corners.
[[nodiscard]] Vec3d faceCenter(const Brush& brush, FaceIndex face);

/// Cubic metres.
[[nodiscard]] double volume(const Brush& brush);
} // namespace engine
