#include "engine_core/lighting/plan/bake_plan.h"

#include "engine_core/lighting/bake_recorder.h"
#include "engine_core/lighting/incremental/bake_threads.h"
#include "engine_core/lighting/plan/estimate.h"

#include <algorithm>

namespace engine
{
PlanJob planJobOf(const BakeInput& input,
                  const BakeOptions& options,
                  std::span<const StaticBrush> brushes,
                  const BakePictures& pictures,
                  BakeThreads& threads)
{
    return {.input = input,
            .brushes = brushes,
            .pierced = pictures.pierced,
            .glow = pictures.glow,
            .threads = threads,
            .albedoOf = [&input](Name material) { return albedoOf(input, material); },
            .luxelsPerMetre = bakeDensity(input, options.quality),
            .bounces = bouncesFor(input, options),
            .seed = options.seed,
            .mostLuxels = options.mostLuxels,
            .luxelLimit = luxelLimitOf(input, options)};
}

/// Drafts have few luxels anyway.
bool isAdaptive(const BakeInput& input, const BakeOptions& options)
{
    const bool isWanted = options.density == Density::AsSettings
                              ? input.settings.adaptiveDensity
                              : options.density == Density::Adaptive;
    return isWanted && options.quality != BakeQuality::Draft;
}

double luxelLimitOf(const BakeInput& input, const BakeOptions& options)
{
    if (options.quality != BakeQuality::Final)
        return 0;
    return std::max(static_cast<double>(input.settings.luxelLimit) * 1e6, 0.0);
}

Result<PlannedCharts>
layOutBake(const PlanJob& plan, const BakeOptions& options, JobControl& control)
{
    if (isAdaptive(plan.input, options))
        return planCharts(plan, control);
    constexpr std::size_t NoLimit = ~std::size_t{0};
    const bool isLimited = plan.luxelLimit > 0; // what is too much at first may fit then
    auto charts = layOutCharts(plan.brushes, plan.luxelsPerMetre,
                               isLimited ? NoLimit : plan.mostLuxels, plan.input.unseen);
    if (!charts)
        return charts.error();
    if (isLimited) {
        keepWithinLimit(*charts, plan.luxelLimit);
        if (numberLuxels(*charts) > plan.mostLuxels)
            return tooManyLuxels(plan.mostLuxels, plan.luxelsPerMetre);
    }
    return PlannedCharts{*std::move(charts), nullptr};
}

Result<BakeEstimate>
estimateBake(const BakeInput& input, const BakeOptions& options, JobControl& control)
{
    const auto pictures = readPictures(input);
    const auto brushes = brushesToBake(input);
    BakeThreads threads{options, control};
    const auto plan = planJobOf(input, options, brushes, pictures, threads);
    // What a noise target takes is known when it is met; this is what most levels need for 2 %.
    constexpr int UsualRays = 40;
    const bool hasTarget = noiseFor(input, options) > 0;
    const int denoisedSums = options.denoise == Denoise::Off ? 0 : hasTarget ? 2 : 1;
    const bool hasSources = hasSkyLight(input.settings) || !pictures.glow.empty();
    return estimate({.plan = plan,
                     .isAdaptive = isAdaptive(input, options),
                     .passes = std::max(plan.bounces, hasSources ? 1 : 0),
                     .samples = hasTarget ? UsualRays : samplesFor(input, options),
                     .threads = static_cast<int>(threads.count()),
                     .denoisedSums = denoisedSums},
                    control);
}
} // namespace engine
