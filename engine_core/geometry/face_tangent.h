#pragma once

#include "engine_core/geometry/brush.h"

namespace engine
{
/// Along growing u on the face, of unit length and at a right angle to its normal; w is 1 or -1 and
/// makes cross(normal, tangent) * w point up the texture.
[[nodiscard]] Vec4f faceTangent(const BrushFace& face);
} // namespace engine
