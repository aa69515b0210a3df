#pragma once

#include "engine_core/lighting/plan/density_plan.h"

namespace engine
{
/// What a bake is told from before it begins; everything outlives it.
struct EstimateJob
{
    const PlanJob& plan;
    bool isAdaptive = true; ///< by planCharts(), not as many luxels as the density says
    int passes = 4;         ///< of bounces
    int samples = 64;       ///< rays a luxel and bounce
    int threads = 1;
    int denoisedSums = 0; ///< of light that are kept for denoising, beside that of all light
};

/// By a trial on some hundred faces, which stand for all others, and some ten thousand rays from
/// them on one thread. Takes a second or less in most levels. An Error if cancelled, or if the
/// trial alone has more luxels than a bake may have.
[[nodiscard]] Result<BakeEstimate> estimate(const EstimateJob& job, JobControl& control);
} // namespace engine
