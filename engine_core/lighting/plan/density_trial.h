#pragma once

#include "engine_core/lighting/luxel_tracer.h"
#include "engine_core/lighting/plan/density_plan.h"
#include "engine_core/lighting/plan/even_light.h"

#include <memory>

namespace engine
{
/// How far light read between luxels may be off, as a share of it.
inline constexpr float PlanTolerance = 0.03f;

/// Luxels along either side of a face without any light.
inline constexpr int FewestLuxels = 2;

/// Of the mean of what is lit.
inline constexpr double DarkestShare = 0.02;

/// Light of a plan, at a lower density.
class DensityTrial
{
public:
    /// `scene` is that of all faces of the job, and outlives this as the job does.
    DensityTrial(const PlanJob& job, const LightScene& scene, std::vector<BakeChart> charts);

    /// Direct light of the charts that are wanted.
    Result<void> traceDirect(JobControl& control, const std::vector<bool>& isWanted);

    /// After that, a few bounces on all charts.
    void traceFar(const std::vector<bool>& isWanted);

    [[nodiscard]] const std::vector<BakeChart>& charts() const { return m_charts; }

    [[nodiscard]] EvenLight lightOf(std::size_t chart, float darkest) const;

    /// What is darker than this counts as that bright: nobody sees the difference.
    [[nodiscard]] float darkest() const;

    [[nodiscard]] std::span<const Vec3f> farLight(std::size_t chart) const
    {
        return {m_far.data() + m_charts[chart].firstLuxel, m_charts[chart].luxels()};
    }

    /// Takes that of the same face in a coarser trial.
    void takeFarLight(std::size_t chart, const DensityTrial& coarser);

private:
    void gather(std::size_t chart,
                int pass,
                const SampleLattice& lattice,
                const LuxelLight& shown,
                std::span<Vec3f> out) const;
    void gatherFirst(std::size_t chart,
                     const SampleLattice& lattice,
                     const LuxelLight& shown,
                     std::span<Vec3f> out,
                     float dim);

    [[nodiscard]] std::span<Vec3f> luxelsOf(std::vector<Vec3f>& all, std::size_t chart) const
    {
        return {all.data() + m_charts[chart].firstLuxel, m_charts[chart].luxels()};
    }

    const PlanJob& m_job;
    const LightScene& m_scene;
    std::vector<BakeChart> m_charts;
    std::vector<LuxelCover> m_covers;
    std::vector<Vec3f> m_albedo;
    std::vector<TracedLight> m_lights;
    std::vector<Vec3f> m_emission;
    std::unique_ptr<LuxelTracer> m_tracer;
    std::vector<Vec3f> m_direct;
    std::vector<Vec3f> m_far;
};
} // namespace engine
