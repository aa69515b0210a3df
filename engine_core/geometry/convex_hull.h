#pragma once

#include "engine_core/geometry/brush.h"

#include <span>

namespace engine
{
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
