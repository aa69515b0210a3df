#pragma once

#include "engine_core/lighting/incremental/bake_setup.h"
#include "engine_core/lighting/incremental/bake_threads.h"
#include "engine_core/lighting/incremental/change_rays.h"
#include "engine_core/lighting/incremental/old_charts.h"
#include "engine_core/lighting/incremental/rebake.h"
#include "engine_core/lighting/luxel_cover.h"
#include "engine_core/lighting/luxel_tracer.h"

#include <memory>
#include <optional>
#include <vector>

namespace engine
{
/// One rebake from beginning to end; each member is one of its steps. Charts are told by their
/// index. Layer 0 of light is direct, layer n was thrown back n times.
class RebakeWork
{
public:
    RebakeWork(const BakeInput& input,
               const OldLight& old,
               const BakeOptions& options,
               JobControl& control,
               RebakeDepth depth);

    /// Nothing if all would go beyond the limit of luxels, so that the whole level must be baked.
    Result<std::optional<BakeResult>> run();

private:
    using Charts = std::vector<std::uint32_t>;

    /// What is worked out for a chart: all of its light if it is traced anew, else the change.
    struct Part
    {
        bool isAnew = false;
        bool isTouched = false;   ///< not anew, but its light changes
        int layer = -1;           ///< the last one that was traced for it
        std::vector<Vec3f> light; ///< sums over the layers, direct and thrown back
        std::vector<Vec3f> indirect;
        std::vector<double> layers; ///< means
        std::vector<Vec3f> joined;  ///< all of its light, without seams; empty: as traced or kept
    };

    Result<void> prepare();
    Result<void> layOut();
    Result<void> makeScene();
    void makeTracers();
    void readOldLight();
    [[nodiscard]] bool hasOldLight(std::uint32_t chart) const;
    void findChanges();
    void findMeans();
    void findAnew();
    void takeAnew(std::uint32_t chart);
    Result<void> planStale();
    void sketchSizes();
    Result<bool> planReached();
    Result<void> plan(const Charts& charts);
    [[nodiscard]] Result<std::vector<BakeChart>> plannedSizes(const Charts& charts);
    void takePlan(std::uint32_t chart, const BakeChart& planned);
    void resize(std::uint32_t chart, const BakeChart& size);
    [[nodiscard]] Result<void> checkSize();
    Result<void> traceAll();
    Result<void> traceAgain();
    void traceDirect();
    void tracePass(int pass);
    void
    gather(const Charts& charts, const LuxelTracer& tracer, int pass, const LuxelLight& source);
    void showKnown(const Charts& charts);
    [[nodiscard]] double meanDirectNow() const;
    [[nodiscard]] int changeSamples() const;
    void finishLayer(const Charts& charts, int layer);
    void showAll(int layer);
    [[nodiscard]] std::vector<ChangeRays::Source> showChange(int layer);
    [[nodiscard]] Charts reached(const std::vector<ChangeRays::Source>& sources, int pass);
    [[nodiscard]] bool takeFragile();
    void coverOf(const Charts& charts);
    void makeItems(const Charts& charts);
    void finishCharts();
    void joinSeams();
    [[nodiscard]] Charts withNeighbours(const Charts& charts, const class SeamJoiner& seams) const;
    [[nodiscard]] std::vector<Vec3f> oldLightOf(std::uint32_t chart) const;
    [[nodiscard]] std::vector<Vec3f> lightOf(std::uint32_t chart) const;
    [[nodiscard]] ChartBounces bouncesNow(std::uint32_t chart) const;
    [[nodiscard]] Lightmap::Key keyOf(std::uint32_t chart) const;

    struct Region; ///< where probes look anew
    [[nodiscard]] Region changedRegion() const;
    void traceProbes(Lightmap& lightmap);
    void traceVolume(Lightmap& lightmap, const struct ProbeJob& job, const Region& region);
    std::shared_ptr<const Lightmap> makeLightmap();
    void addCharts(Lightmap& lightmap);

    [[nodiscard]] std::span<Vec3f> luxelsOf(std::vector<Vec3f>& all, std::uint32_t chart) const
    {
        return {all.data() + m_charts[chart].firstLuxel, m_charts[chart].luxels()};
    }

    const BakeInput& m_input;
    const OldLight& m_old;
    const Lightmap& m_before;
    const BakeOptions& m_options;
    JobControl& m_control;
    RebakeDepth m_depth;
    int m_samples;
    int m_bounces;
    int m_passes = 0;
    BakeThreads m_threads;

    std::vector<StaticBrush> m_brushes;
    BakePictures m_pictures;
    std::vector<BakeChart> m_full; ///< as the density says
    std::vector<BakeChart> m_charts;
    std::vector<OldChart> m_oldCharts;
    /// By chart, the means of its quarters: for plans, and those of old light until a plan asks.
    std::vector<std::array<Vec3f, 4>> m_quarters;
    bool m_isAdaptive = false;        ///< a plan says how many luxels charts have
    double m_limit = 0;               ///< of luxels; 0: none
    bool m_isBeyondLimit = false;     ///< all must be baked
    std::vector<bool> m_wasPlanned;   ///< by chart, in this bake
    std::vector<LuxelCover> m_covers; ///< of a sketch only of those that are traced
    std::vector<bool> m_isCovered;    ///< whether m_covers knows
    std::vector<Vec3f> m_albedo;
    std::vector<Vec3f> m_white; ///< for the tracers: sources below have their albedo in them
    std::vector<Vec3f> m_emission;
    std::unique_ptr<LightScene> m_scene;
    std::unique_ptr<CoverFinder> m_finder;
    std::unique_ptr<LuxelTracer> m_tracer;       ///< of all light
    std::unique_ptr<LuxelTracer> m_changeTracer; ///< of differences: neither sky nor glow is one
    std::unique_ptr<ChangeRays> m_rays;
    std::vector<TracedLight> m_lights;
    std::vector<TracedLight> m_changedLights; ///< those that went shine negative
    std::vector<BakeLight> m_otherLights;     ///< the same, as they are placed
    std::vector<Aabb> m_boxes;                ///< of what moved
    double m_meanLight = 0;                   ///< of the old charts
    double m_meanDirect = 0;                  ///< the same of direct light
    double m_directNow = 0;                   ///< the same of what is known of it by now
    double m_litMean = 0;                     ///< of those that have any

    std::vector<Part> m_parts; ///< by chart
    Charts m_anew;
    std::vector<TileRange> m_items;
    std::vector<Vec3f> m_out;    ///< of this pass, and of the last one where Part::layer says so
    std::vector<Vec3f> m_shown;  ///< with a noise target: what is known of the light by now
    std::vector<Vec3f> m_all;    ///< what all faces showed in the last pass
    std::vector<Vec3f> m_change; ///< how that differs from what they showed before
    Charts m_changed;            ///< where that is not 0
    BakeStats m_stats;
};
} // namespace engine
