#pragma once

#include "engine_core/lighting/chart_packer.h"
#include "engine_core/lighting/lightmap_bake.h"

#include <array>
#include <functional>
#include <memory>

namespace engine
{
class BakeThreads;
class LightScene;

/// What a plan is made of; everything outlives it.
struct PlanJob
{
    const BakeInput& input;
    std::span<const StaticBrush> brushes; ///< in world space
    const AlphaMasks& pierced;
    const std::map<Name, Vec3f>& glow;   ///< mean radiance by material
    BakeThreads& threads;
    std::function<Vec3f(Name)> albedoOf; ///< linear
    double luxelsPerMetre = 8;
    int bounces = 4;
    std::uint64_t seed = 1;
    std::size_t mostLuxels = LuxelLimit; ///< more are an Error
    double luxelLimit = 0; ///< of luxels: charts become coarser until they fit; 0: none
    /// By chart, in the order of layOutCharts(); the others get the fewest luxels. Null: all.
    const std::vector<bool>* wanted = nullptr;
    /// By chart, what faces that are not wanted show, with all bounces: four luxels, row by row.
    /// Null: the trial lights them, too.
    const std::vector<std::array<Vec3f, 4>>* known = nullptr;
    double litMean = 0;                ///< light where there is some; 0: as the trial finds it
    const LightScene* scene = nullptr; ///< of the brushes; null: the plan makes its own
    /// As of layOutCharts() at full density without a limit; null: the plan lays them out.
    const std::vector<BakeChart>* full = nullptr;
};

struct PlannedCharts
{
    std::vector<BakeChart> charts;
    /// What the trial was traced in, for the bake that follows: it does not depend on how many
    /// luxels charts have. Null if the job had one, or if there was no trial.
    std::shared_ptr<const LightScene> scene;
};

/// What rays of the job meet. `charts` are those of all faces, with any number of luxels.
[[nodiscard]] Result<std::shared_ptr<const LightScene>>
raySceneOf(const PlanJob& job, std::span<const BakeChart> charts, JobControl& control);

/// Charts as of layOutCharts(), but with fewer luxels where light is even, by a trial at a quarter
/// of the density: direct light as it will be, and one bounce by a few rays. A chart takes the
/// fewest luxels between which light can be read and be off by at most some 3 %. Faces that no
/// light reaches get the fewest of all, and indirect light, which changes more slowly, is traced
/// for fewer luxels still (BakeChart::farX). The same input gives the same plan for any number of
/// threads.
[[nodiscard]] Result<PlannedCharts> planCharts(const PlanJob& job, JobControl& control);

/// Gives the chart so many luxels of those that it has at full density.
void setLuxels(BakeChart& chart, const BakeChart& full, int width, int height);

/// Takes the same share of the luxels of all charts, until they fit, with some room for later edits
/// if they did not; numbers them. 0: no limit.
void keepWithinLimit(std::vector<BakeChart>& charts, double luxelLimit);
} // namespace engine
