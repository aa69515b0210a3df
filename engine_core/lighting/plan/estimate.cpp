#include "engine_core/lighting/plan/estimate.h"

#include "engine_core/lighting/incremental/bake_setup.h"
#include "engine_core/lighting/luxel_tracer.h"
#include "engine_core/lighting/ray_packets.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <numeric>

namespace engine
{
namespace
{
using Clock = std::chrono::steady_clock;

/// So many faces are looked at.
constexpr std::size_t SampledFaces = 300;

/// The largest ones stand for themselves only: they may be most of a level.
constexpr std::size_t LargestFaces = 64;

/// And so many tiles of luxels are lit.
constexpr std::size_t SampledTiles = 256;

/// What a bake holds at its peak: the sum of its light as floats, last and next light packed,
/// covers, halfs.
constexpr double BytesPerLuxel = 12 + 2 * 4 + 2 + 6;

/// And where it is denoised, indirect light by itself; with a noise target the sum of both, too.
constexpr double DenoisedBytes = 12;

/// Charts, triangles and the tree over them.
constexpr double BytesPerFace = 1200;

/// Of what is not measured: charts, packing, probes, writing.
constexpr double Rest = 1.1;

/// The largest charts and every so many-th of the others by size, so that large ones and small ones
/// count by what they are.
struct Sample
{
    std::vector<bool> isWanted;
    std::vector<std::size_t> charts;
    std::vector<double> weights; ///< of each: so many charts does it stand for

    explicit Sample(std::span<const BakeChart> all) : isWanted(all.size())
    {
        std::vector<std::size_t> bySize(all.size());
        std::iota(bySize.begin(), bySize.end(), std::size_t{0});
        std::stable_sort(bySize.begin(), bySize.end(), [&](std::size_t a, std::size_t b) {
            return all[a].luxels() > all[b].luxels();
        });
        const auto add = [&](std::size_t chart, std::size_t standsFor) {
            charts.push_back(chart);
            weights.push_back(static_cast<double>(standsFor));
            isWanted[chart] = true;
        };
        const auto alone = std::min(LargestFaces, bySize.size());
        for (std::size_t i = 0; i < alone; ++i)
            add(bySize[i], 1);
        const auto step = std::max<std::size_t>((all.size() - alone) / SampledFaces, 1);
        for (std::size_t i = alone; i < bySize.size(); i += step) {
            // At random: faces of equal size come in an order of their own.
            const auto count = std::min(step, bySize.size() - i);
            add(bySize[i + mixed(i) % count], count);
        }
    }
};

/// Seconds of one thread.
struct Costs
{
    double directLuxel = 0;
    double ray = 0;
};

/// Lights some tiles of the sampled charts as the bake would.
Result<Costs> measure(const EstimateJob& job,
                      const LightScene& scene,
                      std::span<const BakeChart> charts,
                      const Sample& sample,
                      JobControl& control)
{
    const auto& plan = job.plan;
    const auto& input = plan.input;
    std::vector<LuxelCover> covers(charts.size());
    const CoverFinder finder{plan.brushes, scene.offset()};
    const std::vector<Vec3f> albedo(charts.size(), Vec3f{0.5f});
    auto lights = tracedLights(input, scene.origin());
    std::vector<Vec3f> emission;
    addGlowingFaces(plan.glow, plan.brushes, charts, scene.origin(), scene.offset(), lights,
                    emission);
    const LuxelTracer tracer{scene,
                             charts,
                             covers,
                             albedo,
                             plan.seed,
                             emission,
                             hasSkyLight(input.settings) ? &input.settings : nullptr};
    const auto luxels = charts.back().firstLuxel + charts.back().luxels();
    std::vector<Vec3f> light(luxels);
    std::vector<Vec3f> next(luxels);
    const SampleLattice lattice{job.samples};
    const auto tilesEach = std::max<std::size_t>(SampledTiles / sample.charts.size(), 1);
    Costs costs;
    double litLuxels = 0;
    double rays = 0;
    for (const auto i : sample.charts) {
        covers[i] = finder.coverOf(charts[i]);
        const int all = tilesOf(charts[i]);
        const int from = std::max(all / 2 - static_cast<int>(tilesEach) / 2, 0);
        const TileRange tiles{static_cast<std::uint32_t>(i), from,
                              std::min(from + static_cast<int>(tilesEach), all)};
        const auto lit = std::span{light}.subspan(charts[i].firstLuxel, charts[i].luxels());
        const auto out = std::span{next}.subspan(charts[i].firstLuxel, charts[i].luxels());
        const auto start = Clock::now();
        tracer.direct(tiles, tracer.lightsAt(tiles.chart, lights), lit, nullptr);
        costs.directLuxel += secondsSince(start);
        const auto between = Clock::now();
        rays += static_cast<double>(tracer.gather(tiles, 1, lattice, light, out, nullptr).rays);
        costs.ray += secondsSince(between);
        litLuxels += static_cast<double>((tiles.to - tiles.from) * 16);
        if (control.isCancelled())
            return Error{"The bake was cancelled"};
    }
    costs.directLuxel /= std::max(litLuxels, 1.0);
    costs.ray /= std::max(rays, 1.0);
    return costs;
}

double farLuxels(const BakeChart& chart)
{
    const auto along = [](int luxels, int step) {
        return (luxels - 1.0) / step + 1.0;
    };
    return along(chart.width, chart.farX) * along(chart.height, chart.farY);
}

Result<BakeEstimate> estimateByTrial(const EstimateJob& job, JobControl& control)
{
    // Who has far too many luxels may well have few in the sample, or in the end.
    constexpr std::size_t NoLimit = ~std::size_t{0};
    auto charts =
        layOutCharts(job.plan.brushes, job.plan.luxelsPerMetre, NoLimit, job.plan.input.unseen);
    if (!charts)
        return charts.error();
    if (charts->empty())
        return BakeEstimate{};
    const Sample sample{*charts};
    double planSeconds = 0;
    std::shared_ptr<const LightScene> scene;
    if (job.isAdaptive) {
        auto plan = job.plan;
        plan.wanted = &sample.isWanted;
        plan.full = &*charts;
        plan.luxelLimit = 0; // of all, not of a sample
        const auto start = Clock::now();
        auto planned = planCharts(plan, control);
        if (!planned)
            return planned.error();
        planSeconds = secondsSince(start) * static_cast<double>(charts->size()) /
                      static_cast<double>(sample.charts.size());
        charts = std::move(planned->charts);
        scene = std::move(planned->scene);
    }
    for (std::size_t i = 0; i < charts->size(); ++i)
        if (!sample.isWanted[i])
            (*charts)[i].width = (*charts)[i].height = 2; // only in the way of rays
    if (numberLuxels(*charts) > job.plan.mostLuxels)
        return tooManyLuxels(job.plan.mostLuxels, job.plan.luxelsPerMetre);
    if (scene == nullptr) {
        auto made = raySceneOf(job.plan, *charts, control);
        if (!made)
            return made.error();
        scene = *std::move(made);
    }
    const auto costs = measure(job, *scene, *charts, sample, control);
    if (!costs)
        return costs.error();
    double luxels = 0;
    double far = 0;
    for (std::size_t i = 0; i < sample.charts.size(); ++i) {
        const auto& chart = (*charts)[sample.charts[i]];
        luxels += static_cast<double>(chart.luxels()) * sample.weights[i];
        far += farLuxels(chart) * sample.weights[i];
    }
    if (job.plan.luxelLimit > 0 && luxels > job.plan.luxelLimit) {
        far *= job.plan.luxelLimit / luxels;
        luxels = job.plan.luxelLimit;
    }
    const double traced = luxels * costs->directLuxel + far * job.passes * job.samples * costs->ray;
    const double luxelBytes = BytesPerLuxel + job.denoisedSums * DenoisedBytes;
    return BakeEstimate{
        .seconds = (planSeconds + traced / job.threads) * Rest,
        .luxels = static_cast<std::size_t>(luxels),
        .megabytes =
            (luxels * luxelBytes + static_cast<double>(charts->size()) * BytesPerFace) / (1 << 20)};
}

} // namespace

Result<BakeEstimate> estimate(const EstimateJob& job, JobControl& control)
{
    try {
        return estimateByTrial(job, control);
    } catch (const std::bad_alloc&) {
        return Error{"There is not enough memory to try a bake of this level; lower the lightmap "
                     "density in the scene's settings"};
    }
}

std::string estimateText(const BakeEstimate& estimate)
{
    const auto time = estimate.seconds < 1     ? std::string{"less than a second"}
                      : estimate.seconds < 100 ? fmt::format("about {:.0f} s", estimate.seconds)
                      : estimate.seconds < 5400
                          ? fmt::format("about {:.0f} min", estimate.seconds / 60)
                          : fmt::format("about {:.1f} h", estimate.seconds / 3600);
    const auto luxels = static_cast<double>(estimate.luxels);
    return fmt::format("{}, {:.0f} MB, {}", time, std::max(estimate.megabytes, 1.0),
                       luxels < 1e6 ? fmt::format("{:.0f} k texels", std::ceil(luxels / 1e3))
                                    : fmt::format("{:.1f} M texels", luxels / 1e6));
}
} // namespace engine
