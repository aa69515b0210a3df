#pragma once

#include "engine_core/lighting/luxel_tracer.h"
#include "engine_core/scene/light/lightmap.h"
#include "engine_core/scene/spatial/static_geometry.h"

namespace engine
{
/// The light in the middle of a model, as if the model itself were not there: straight from the
/// lights, and from the faces around, which show `light`.
struct ProbeJob
{
    const LightScene& scene;
    const LuxelTracer& tracer;
    std::span<const TracedLight> lights;
    std::span<const Vec3f> light; ///< of all luxels, with all bounces
};

/// `place` is relative to the scene's origin; `own` is the geometry to look through
/// (LightScene::BrushGeometry: none). Looks for the light of faces in so many `directions`. Adds
/// the number of rays to `rays`.
[[nodiscard]] LightProbe traceProbe(
    const ProbeJob& job, const Vec3f& place, unsigned own, int directions, std::uint64_t& rays);

/// The mean of the probes at `places`, which are in the world and at least one.
[[nodiscard]] LightProbe traceProbes(const ProbeJob& job,
                                     std::span<const Vec3d> places,
                                     unsigned own,
                                     int directions,
                                     std::uint64_t& rays);

/// Where the light on a model is gathered, in the world: in its middle; of a patch, which may be
/// wrapped around a solid, at some places right before its front.
[[nodiscard]] std::vector<Vec3d> probePlaces(const StaticMesh& mesh);
} // namespace engine
