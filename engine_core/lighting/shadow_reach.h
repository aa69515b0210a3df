#pragma once

#include "engine_core/geometry/brush.h"
#include "engine_core/math/aabb.h"
#include "engine_core/scene/components/light.h"

namespace engine
{
/// The part of the face on which something within the box may throw a shadow in the light of a
/// point, as a box in the space of the brush: where a part of `caster` lies between the two. Empty
/// if there is none; somewhat larger than it need be. Light that comes in over other faces does not
/// count.
[[nodiscard]] Aabb
shadowOn(const Brush& brush, FaceIndex face, const Vec3d& light, const Aabb& caster);

/// A change of shape alters the light of the sky and of faces around it; farther away than this it
/// counts as nothing. Metres.
inline constexpr double SkyReach = 2.0;

/// How much wider the edge of a shadow of that sun gets with each metre from what throws it.
[[nodiscard]] double sunSpread(const Light& sun);

/// Where shadowOn() may take the sun to be whose rays go along `direction`: so far away from
/// `middle` that they are as good as parallel.
[[nodiscard]] Vec3d farTowards(const Vec3d& direction, const Vec3d& middle);

/// A box around all that lies between `box` and the sun at farTowards() and within `level`.
[[nodiscard]] Aabb sunWay(const Aabb& box, const Vec3d& sun, const Aabb& level);

/// A box around all that `box` may throw a shadow of that sun onto within `level`.
[[nodiscard]] Aabb shadowWay(const Aabb& box, const Vec3d& sun, const Aabb& level);
} // namespace engine
