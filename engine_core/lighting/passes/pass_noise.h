#pragma once

#include "engine_core/lighting/lightmap_bake.h"
#include "engine_core/lighting/luxel_tracer.h"

#include <span>

/// How the bounces of a bake share the noise that it may have.
namespace engine
{
/// Later bounces bring less light, and get a smaller share of the noise that is allowed: half of
/// what is left, in squares. `pass` counts them from 1, `noise` is the target of the whole bake,
/// `meanDirect` the mean of direct light over all faces, and `shown` outlives the goal.
[[nodiscard]] NoiseGoal
noiseGoalOf(int pass, float noise, double meanDirect, std::span<const Vec3f> shown);

/// Adds up the rays of a pass, and the noise that it left.
void addPass(std::span<const LuxelTracer::Gathered> gathered, BakeStats& stats);
} // namespace engine
