#pragma once

#include "engine_core/geometry/brush_transform.h"

#include <optional>

namespace editor
{
/// A turn by a multiple of 90 degrees about X, Y or Z, done by exchanging coordinates.
struct QuarterTurn
{
    int axis = 1;  ///< 0, 1, 2 for X, Y, Z
    int turns = 1; ///< 0 to 3, counter-clockwise seen from the axis' tip

    /// nullopt if axis or angle (radians) are none of these.
    [[nodiscard]] static std::optional<QuarterTurn> of(const engine::Vec3d& axis, double angle);

    [[nodiscard]] engine::Vec3d apply(engine::Vec3d v) const;
};

/// With texture lock off the faces keep scale, offset and the angle to the upright direction.
[[nodiscard]] engine::Result<engine::Brush> turnedExactly(const engine::Brush& brush,
                                                          const QuarterTurn& turn,
                                                          const engine::Vec3d& pivot,
                                                          engine::TextureLock lock);
} // namespace editor
