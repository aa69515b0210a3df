#pragma once

#include "engine_core/geometry/brush.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace engine
{
/// A side of the hull of some points.
struct HullFace
{
    Plane plane;
    std::optional<FaceIndex> like;      ///< the face of `like` whose plane it took
    std::vector<std::uint32_t> corners; ///< indices of points, ascending
};

/// How exact a hull of points of this extent can be: points that are nearer to it count as part of
/// it. WeldDistance, and more where the points are kilometres apart. Metres.
[[nodiscard]] double hullTolerance(const Vec3d& extent);

/// The sides of the hull of the points, without the brush; see brushFromPoints for what is joined
/// and refused. Points that do not matter are nobody's corner. The biggest triangle comes first.
[[nodiscard]] Result<std::vector<HullFace>> hullFaces(std::span<const Vec3d> points,
                                                      std::span<const BrushFace> like);

/// The smallest brush around the points, in any order and number. A face in the plane of one of
/// `like` takes that plane, material and mapping (the nearest plane wins, then the first); the
/// others take `material` with a world-aligned mapping. Points within WeldDistance of the hull of
/// the others (more where the points are kilometres apart) count as part of it, so nearly equal
/// points become one corner and nearly coplanar ones one face. Refused: fewer than four points,
/// numbers that are not finite, points outside +-WorldLimit, points in one plane, and what
/// Brush::fromFaces refuses (more than 1024 faces).
[[nodiscard]] Result<Brush>
brushFromPoints(std::span<const Vec3d> points, std::span<const BrushFace> like, Name material = {});
} // namespace engine
