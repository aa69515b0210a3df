#pragma once

#include "engine_core/math/transform.h"
#include "engine_core/render/passes/overlay.h"
#include "engine_core/render/passes/view.h"
#include "engine_core/scene/components/light.h"

namespace engine
{
/// Lines of circles, in steps.
inline constexpr int CircleSteps = 64;

/// Around `center`, through it plus `x` and plus `y`, which are at right angles and of one length.
void addCircle(std::vector<OverlayLine>& lines,
               const Vec3d& center,
               const Vec3d& x,
               const Vec3d& y,
               PackedColor color);

/// How far a light reaches and where it shines: the sphere of a point, the cones of a spot, the
/// rectangle of an area, the direction of the sun.
void addLightShape(const Light& light,
                   const Transform& place,
                   const ViewCamera& camera,
                   PackedColor color,
                   std::vector<OverlayLine>& lines);
} // namespace engine
