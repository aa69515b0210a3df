#pragma once

#include "engine_core/lighting/incremental/bake_setup.h"
#include "engine_core/lighting/plan/density_plan.h"

namespace engine
{
class BakeThreads;

/// A plan of a whole bake. `brushes` are those of brushesToBake(); all that is given
/// outlives the result.
[[nodiscard]] PlanJob planJobOf(const BakeInput& input,
                                const BakeOptions& options,
                                std::span<const StaticBrush> brushes,
                                const BakePictures& pictures,
                                BakeThreads& threads);

/// Whether charts take fewer luxels where light is even.
[[nodiscard]] bool isAdaptive(const BakeInput& input, const BakeOptions& options);

/// How many luxels all charts may have; 0: any number, as in all but Final quality.
[[nodiscard]] double luxelLimitOf(const BakeInput& input, const BakeOptions& options);

/// The charts of the bake: by planCharts() if they are adaptive, else as the density says; within
/// the limit of luxels either way.
[[nodiscard]] Result<PlannedCharts>
layOutBake(const PlanJob& plan, const BakeOptions& options, JobControl& control);
} // namespace engine
