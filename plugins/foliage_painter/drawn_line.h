#pragma once

#include "engine_core/foliage/foliage_stroke.h"

#include <span>
#include <vector>

namespace engine
{
class SpatialIndex;
}

namespace foliage_painter
{
/// Points along a centripetal Catmull-Rom curve (Yuksel, Schaefer and Keyser 2011) through the
/// given ones, no two next to each other farther apart than `step` metres or so.
[[nodiscard]] std::vector<engine::Vec3d> smoothWay(const std::vector<engine::Vec3d>& through,
                                                   double step);

/// That curve through the drawn points as it lies on the faces below it, for a brush of `radius`
/// metres. The world may be a copy on a worker, with an index of its own.
[[nodiscard]] std::vector<engine::StrokePoint> wayAlong(const engine::World& world,
                                                        const engine::SpatialIndex& index,
                                                        std::span<const engine::StrokePoint> drawn,
                                                        double radius);

/// Metres from each point straight to the next.
[[nodiscard]] double lengthOf(std::span<const engine::StrokePoint> points);
} // namespace foliage_painter
