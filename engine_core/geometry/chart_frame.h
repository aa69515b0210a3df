#pragma once

#include "engine_core/geometry/brush.h"

namespace engine
{
/// The rectangle that a face fills in its own plane. Baker and renderer both place lightmap texels
/// by it, so old texels stay on a face that is moved or resized until it is baked again.
struct ChartFrame
{
    Vec3d origin{0};      ///< the corner of least s and t
    Vec3d sAxis{1, 0, 0}; ///< unit length
    Vec3d tAxis{0, 0, 1}; ///< unit length, at a right angle to sAxis and the normal
    Vec2d size{1, 1};     ///< metres along both axes

    /// From 0 to 1 inside the rectangle.
    [[nodiscard]] Vec2d normalized(const Vec3d& p) const
    {
        const auto d = p - origin;
        return {glm::dot(d, sAxis) / size.x, glm::dot(d, tAxis) / size.y};
    }

    [[nodiscard]] Vec3d at(const Vec2d& st) const
    {
        return origin + sAxis * (st.x * size.x) + tAxis * (st.y * size.y);
    }
};

/// Depends on the face's shape only, never on its texture.
[[nodiscard]] ChartFrame chartFrame(const Brush& brush, FaceIndex face);
} // namespace engine
