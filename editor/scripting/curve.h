#pragma once

#include "engine_core/math/types.h"

#include <vector>

namespace editor
{
/// The points in the order of x, all numbers finite and from 0 to 1. Without points: (0, 0), (1,
/// 1).
[[nodiscard]] std::vector<engine::Vec2d> sortedCurve(std::vector<engine::Vec2d> points);

/// The height of the curve through the points at x: a cubic that never leaves the range between two
/// neighbouring points (Fritsch and Carlson, "Monotone Piecewise Cubic Interpolation", 1980). Level
/// before the first and behind the last point.
[[nodiscard]] double curveAt(const std::vector<engine::Vec2d>& points, double x);
} // namespace editor
