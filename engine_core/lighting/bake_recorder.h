#pragma once

#include "engine_core/lighting/lightmap_bake.h"
#include "engine_core/lighting/luxel_tracer.h"

namespace engine
{
/// bakeLightmap() that also keeps every ray, in the order of tracing, and so bakes with one thread.
/// For benchmarks, which trace the same rays by themselves.
[[nodiscard]] Result<BakeResult> bakeRecorded(const BakeInput& input,
                                              BakeOptions options,
                                              JobControl& control,
                                              RayRecorder& recorder);

/// The brushes as they are baked: in world space, without those that cannot be placed.
[[nodiscard]] std::vector<StaticBrush> brushesToBake(const BakeInput& input);

/// Luxels per metre that a quality gives.
[[nodiscard]] double bakeDensity(const BakeInput& input, BakeQuality quality);
} // namespace engine
