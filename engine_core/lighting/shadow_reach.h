#pragma once

#include "engine_core/geometry/brush.h"
#include "engine_core/math/aabb.h"

namespace engine
{
/// The part of the face on which something within the box may throw a shadow in the light of a
/// point, as a box in the space of the brush: where a part of `caster` lies between the two. Empty
/// if there is none; somewhat larger than it need be. Light that comes in over other faces does not
/// count.
[[nodiscard]] Aabb
shadowOn(const Brush& brush, FaceIndex face, const Vec3d& light, const Aabb& caster);
} // namespace engine
