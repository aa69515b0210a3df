#pragma once

#include "engine_core/render/passes/view.h"

#include <array>

namespace engine
{
/// The six planes of what a camera or a light sees, as dot(plane.xyz, p) + plane.w >= 0 inside.
class Frustum
{
public:
    Frustum(const ViewCamera& camera, double aspect);

    /// Of planes whose normals have unit length and look inwards; (0, 0, 0, 1) cuts nothing off.
    explicit Frustum(const std::array<Vec4f, 6>& planes) : m_planes{planes} {}

    [[nodiscard]] bool touchesBox(const Vec3f& min, const Vec3f& max) const;
    [[nodiscard]] bool touchesSphere(const Vec3f& center, float radius) const;

private:
    std::array<Vec4f, 6> m_planes{};
};
} // namespace engine
