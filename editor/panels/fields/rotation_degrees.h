#pragma once

#include "engine_core/math/types.h"

namespace editor
{
/// A rotation as people read it: degrees about x, then y, then z of the parent's axes (the rotation
/// is Rz * Ry * Rx). x and z lie within +-180, y within +-90.
[[nodiscard]] engine::Vec3d toDegrees(const engine::Quatd& rotation);

/// The same turn in as few degrees as tell it, to a hundredth: 0, -150, 0 rather than 180, -30,
/// 180. For reading alone: y lies within +-180.
[[nodiscard]] engine::Vec3d shortDegrees(const engine::Quatd& rotation);

[[nodiscard]] engine::Quatd fromDegrees(const engine::Vec3d& degrees);
} // namespace editor
