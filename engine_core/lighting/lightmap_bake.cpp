#include "engine_core/lighting/lightmap_bake.h"

#include "engine_core/base/memory.h"
#include "engine_core/lighting/bake_recorder.h"
#include "engine_core/lighting/edges/seams.h"
#include "engine_core/lighting/incremental/bake_setup.h"
#include "engine_core/lighting/incremental/bake_threads.h"
#include "engine_core/lighting/light_volume_bake.h"
#include "engine_core/lighting/luxel_fill.h"
#include "engine_core/lighting/luxel_tracer.h"
#include "engine_core/lighting/passes/bake_batches.h"
#include "engine_core/lighting/passes/pass_noise.h"
#include "engine_core/lighting/plan/bake_plan.h"
#include "engine_core/lighting/plan/far_light.h"
#include "engine_core/lighting/probe_tracer.h"
#include "engine_core/lighting/ray_packets.h"
#include "engine_core/scene/light/body_hash.h"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace engine
{
namespace
{
using Clock = std::chrono::steady_clock;

/// One bake from beginning to end; each member is one of its steps.
class Bake
{
public:
    Bake(const BakeInput& input,
         const BakeOptions& options,
         JobControl& control,
         RayRecorder* recorder)
        : m_input{input}
        , m_options{options}
        , m_control{control}
        , m_recorder{recorder}
        , m_samples{samplesFor(input, options)}
        , m_bounces{bouncesFor(input, options)}
        , m_threads{options, control}
    {
    }

    Result<BakeResult> run();

private:
    [[nodiscard]] PlanJob planJob();
    Result<void> makeCharts();
    void makeItems();
    Result<void> makeScene();
    Result<void> trace();
    void traceDirect(BakeProgress& progress);
    void show(int pass, std::size_t chart, std::span<const Vec3f> light);
    bool traceBounce(int pass, BakeProgress& progress);

    struct Pass
    {
        int number = 1;
        bool isLast = false; ///< nothing is thrown back from it
        SampleLattice lattice;
        NoiseGoal goal;
        bool hasGoal = false;
        bool isFromSky = false;
        std::vector<LuxelTracer::Gathered> gathered; ///< by item
        std::vector<std::uint64_t> hits;             ///< by chart
    };

    void traceBatch(const BakeBatch& batch, Pass& pass, BakeProgress& progress);
    void finishBatch(const BakeBatch& batch, const Pass& pass);
    NoiseGoal goalOf(int pass, float noise);
    void denoise();
    void joinSeams();
    void traceProbes();
    void traceVolume(const ProbeJob& job);
    std::shared_ptr<const Lightmap> makeLightmap();
    [[nodiscard]] double meanOf(std::span<const Vec3f> light) const;

    [[nodiscard]] std::span<Vec3f> luxelsOf(std::vector<Vec3f>& all, std::size_t chart) const
    {
        return {all.data() + m_charts[chart].firstLuxel, m_charts[chart].luxels()};
    }

    [[nodiscard]] std::span<Vec3f> inBatch(const BakeBatch& batch, std::size_t chart)
    {
        const auto first = m_charts[chart].firstLuxel - m_charts[batch.from].firstLuxel;
        return {m_batch.data() + first, m_charts[chart].luxels()};
    }

    const BakeInput& m_input;
    const BakeOptions& m_options;
    JobControl& m_control;
    RayRecorder* m_recorder;
    int m_samples;
    int m_bounces;
    BakeThreads m_threads;

    std::vector<StaticBrush> m_brushes;
    std::vector<BakeChart> m_charts;
    std::vector<LightmapAtlas> m_atlases;
    std::vector<LuxelCover> m_covers;
    std::unique_ptr<CoverFinder> m_finder;
    std::vector<TileRange> m_items; ///< in the order of charts
    std::vector<BakeBatch> m_batches;
    std::shared_ptr<const LightScene> m_scene; ///< of the plan, if there was one
    BakePictures m_pictures;
    std::vector<TracedLight> m_lights;
    std::vector<Vec3f> m_emission; ///< by chart, of faces that are no lights; or empty
    std::unique_ptr<LuxelTracer> m_tracer;
    std::vector<PackedLight> m_last;  ///< the light of the last pass
    std::vector<PackedLight> m_next;  ///< the light of this pass
    std::vector<Vec3f> m_batch;       ///< the same of the charts that are traced, unpacked
    std::vector<Vec3f> m_direct;      ///< and that of all bounces, unless m_indirect has it
    std::vector<Vec3f> m_indirect;    ///< the sum of all bounces, if it is denoised; else empty
    std::vector<Vec3f> m_shown;       ///< the sum of both before this pass, or empty
    std::vector<LightProbe> m_probes; ///< by model
    LightVolume m_volume;
    std::vector<std::vector<double>> m_layers; ///< mean light by bounces and chart
    std::vector<bool> m_open; ///< charts from which other faces can be seen
    BakeStats m_stats;
};

PlanJob Bake::planJob()
{
    return planJobOf(m_input, m_options, m_brushes, m_pictures, m_threads);
}

Result<void> Bake::makeCharts()
{
    const auto start = Clock::now();
    m_brushes = brushesToBake(m_input);
    auto planned = layOutBake(planJob(), m_options, m_control);
    m_stats.planSeconds = secondsSince(start);
    if (!planned)
        return planned.error();
    m_charts = std::move(planned->charts);
    m_scene = std::move(planned->scene);
    constexpr std::size_t Many = 1000; // charts; drafts of small levels have no time for it
    if (isAdaptive(m_input, m_options) && m_charts.size() > Many)
        returnFreeMemory(); // plans take and free hundreds of megabytes in small pieces
    m_atlases = packCharts(m_charts);
    m_covers.resize(m_charts.size());
    m_finder = std::make_unique<CoverFinder>(m_brushes, sceneFrame(m_brushes).offset);
    m_threads.each(m_charts.size(),
                   [&](std::size_t i) { m_covers[i] = m_finder->coverOf(m_charts[i]); });
    for (const auto& chart : m_charts)
        m_stats.luxels += chart.luxels();
    m_stats.litLuxels = m_stats.luxels;
    m_stats.charts = m_charts.size();
    m_stats.atlasFill = atlasFill(m_charts, m_atlases);
    makeItems();
    m_stats.chartSeconds = secondsSince(start);
    return {};
}

void Bake::makeItems()
{
    // About 32 thousand rays each, so that a cancel is felt at once and threads end together.
    const int tiles = std::clamp(2048 / m_samples, 1, 64);
    for (std::uint32_t i = 0; i < m_charts.size(); ++i)
        for (int from = 0, all = tilesOf(m_charts[i]); from < all; from += tiles)
            m_items.push_back({i, from, std::min(from + tiles, all)});
    m_batches = batchesOf(m_charts, m_items);
    for (const auto& batch : m_batches)
        m_batch.resize(std::max(m_batch.size(), batch.luxels));
}

Result<void> Bake::makeScene()
{
    if (m_scene == nullptr) {
        auto scene = raySceneOf(planJob(), m_charts, m_control);
        if (!scene)
            return scene.error();
        m_scene = *std::move(scene);
    }
    if (m_control.isCancelled())
        return Error{"The bake was cancelled"};
    return {};
}

Result<void> Bake::trace()
{
    const auto start = Clock::now();
    if (auto made = makeScene(); !made)
        return made;
    std::vector<Vec3f> albedo;
    albedo.reserve(m_charts.size());
    for (const auto& chart : m_charts)
        albedo.push_back(albedoOf(m_input, chart.material));
    m_lights = tracedLights(m_input, m_scene->origin());
    addGlowingFaces(m_pictures.glow, m_brushes, m_charts, m_scene->origin(), m_scene->offset(), m_lights,
                    m_emission);
    m_tracer = std::make_unique<LuxelTracer>(
        *m_scene, m_charts, m_covers, albedo, m_options.seed, m_emission,
        hasSkyLight(m_input.settings) ? &m_input.settings : nullptr);

    // Without bounces the light of the sky arrives all the same, and ends there.
    const int passes = std::max(m_bounces, m_tracer->hasSources() ? 1 : 0);
    m_direct.resize(m_stats.luxels);
    // A luxel's direct light costs about as much as 16 rays.
    BakeProgress progress{m_control, static_cast<double>(m_items.size()) * (16.0 + passes * m_samples)};
    traceDirect(progress);
    m_stats.meanDirect = meanOf(m_direct);
    if (m_options.denoise != Denoise::Off)
        m_indirect.resize(m_stats.luxels);
    m_open.assign(m_charts.size(), true);
    if (passes > 0 && (m_stats.meanDirect > 0 || m_tracer->hasSources())) {
        m_next.resize(m_bounces > 0 ? m_stats.luxels : 0);
        for (int pass = 1; pass <= passes && traceBounce(pass, progress); ++pass)
            m_last.swap(m_next);
    }
    m_next = {};
    m_last = {};
    m_batch = {};
    m_shown = {};
    m_stats.traceSeconds = secondsSince(start);
    return {};
}

void Bake::traceDirect(BakeProgress& progress)
{
    std::vector<std::uint64_t> rays(m_items.size());
    m_threads.each(m_items.size(), [&](std::size_t i) {
        const auto lights = m_tracer->lightsAt(m_items[i].chart, m_lights);
        rays[i] =
            m_tracer->direct(m_items[i], lights, luxelsOf(m_direct, m_items[i].chart), m_recorder);
        progress.add(16.0);
    });
    m_stats.rays += std::accumulate(rays.begin(), rays.end(), std::uint64_t{0});
    m_layers.emplace_back(m_charts.size());
    m_next.resize(m_bounces > 0 ? m_stats.luxels : 0);
    m_threads.each(m_charts.size(), [&](std::size_t i) {
        const auto light = luxelsOf(m_direct, i);
        fillCovered(m_charts[i], m_covers[i], light);
        m_layers[0][i] = meanLight(light);
        show(0, i, light);
    });
    m_last.swap(m_next);
}

/// To the rays of the next pass. Four bytes a luxel are enough for them: by chance each is a little
/// too bright or too dark, which of many luxels nothing is left of.
void Bake::show(int pass, std::size_t chart, std::span<const Vec3f> light)
{
    if (m_next.empty())
        return;
    auto luxel = m_charts[chart].firstLuxel;
    const auto seed = mixed(m_options.seed + static_cast<std::uint64_t>(pass));
    for (const auto& value : light) {
        auto random = mixed(seed + luxel);
        m_next[luxel++] = PackedLight{value, uniform(random)};
    }
}

NoiseGoal Bake::goalOf(int pass, float noise)
{
    if (pass > 1 && !m_indirect.empty()) {
        m_shown.resize(m_direct.size());
        for (std::size_t i = 0; i < m_shown.size(); ++i)
            m_shown[i] = m_direct[i] + m_indirect[i];
    }
    return noiseGoalOf(pass, noise, m_stats.meanDirect, m_shown.empty() ? m_direct : m_shown);
}

/// False if nothing is left to be thrown back.
bool Bake::traceBounce(int number, BakeProgress& progress)
{
    const float noise = noiseFor(m_input, m_options);
    Pass pass{.number = number,
              .isLast = number >= m_bounces,
              .lattice = noise > 0 ? SampleLattice::inParts() : SampleLattice{m_samples},
              .goal = noise > 0 ? goalOf(number, noise) : NoiseGoal{},
              .hasGoal = noise > 0,
              .isFromSky = number == 1 && m_tracer->hasSources(),
              .gathered = std::vector<LuxelTracer::Gathered>(m_items.size()),
              .hits = std::vector<std::uint64_t>(m_charts.size())};
    m_layers.emplace_back(m_charts.size());
    for (const auto& batch : m_batches) {
        traceBatch(batch, pass, progress);
        finishBatch(batch, pass);
    }
    addPass(pass.gathered, m_stats);
    return std::any_of(pass.hits.begin(), pass.hits.end(),
                       [](std::uint64_t hits) { return hits > 0; });
}

void Bake::traceBatch(const BakeBatch& batch, Pass& pass, BakeProgress& progress)
{
    std::fill_n(m_batch.begin(), batch.luxels, Vec3f{0});
    m_threads.each(batch.lastItem - batch.firstItem, [&](std::size_t k) {
        const auto i = batch.firstItem + k;
        const auto chart = m_items[i].chart;
        if (m_open[chart])
            pass.gathered[i] = m_tracer->gather(m_items[i], pass.number, pass.lattice, m_last,
                                                inBatch(batch, chart), m_recorder,
                                                pass.hasGoal ? &pass.goal : nullptr);
        progress.add(m_samples);
    });
    for (auto i = batch.firstItem; i < batch.lastItem; ++i)
        pass.hits[m_items[i].chart] += pass.gathered[i].hits;
    // From the outside of a level no ray meets anything; later passes need not try again.
    for (auto i = batch.from; i < batch.to; ++i)
        m_open[i] = pass.hits[i] > 0;
}

void Bake::finishBatch(const BakeBatch& batch, const Pass& pass)
{
    auto& sums = m_indirect.empty() ? m_direct : m_indirect;
    m_threads.each(batch.to - batch.from, [&](std::size_t k) {
        const auto i = batch.from + k;
        const auto light = inBatch(batch, i);
        if (!m_open[i] && !pass.isFromSky)
            std::fill(light.begin(), light.end(), Vec3f{0});
        spreadFarLight(m_charts[i], m_covers[i], light);
        fillCovered(m_charts[i], m_covers[i], light);
        m_layers.back()[i] = meanLight(light);
        if (!pass.isLast)
            show(pass.number, i, light);
        auto* sum = luxelsOf(sums, i).data();
        for (const auto& luxel : light)
            *sum++ += luxel;
    });
}

void Bake::denoise()
{
    if (m_options.denoise == Denoise::Off)
        return;
    const auto start = Clock::now();
    m_threads.each(m_charts.size(), [&](std::size_t i) {
        smoothAs(m_options.denoise, m_charts[i], m_covers[i], luxelsOf(m_indirect, i));
        fillCovered(m_charts[i], m_covers[i], luxelsOf(m_indirect, i));
    });
    m_stats.denoiseSeconds = secondsSince(start);
}

void Bake::joinSeams()
{
    SeamJoiner seams{m_brushes, m_charts, m_covers, *m_finder, m_direct};
    m_threads.each(m_charts.size(), [&](std::size_t i) { seams.blend(i); });
    seams.take();
    m_threads.each(m_charts.size(), [&](std::size_t i) { seams.follow(i); });
    seams.take();
}

/// After all else: m_direct holds the light of all bounces by now.
void Bake::traceProbes()
{
    const auto start = Clock::now();
    const ProbeJob job{*m_scene, *m_tracer, m_lights, m_direct};
    m_probes.resize(m_input.meshes.size());
    std::vector<std::uint64_t> rays(m_probes.size());
    m_threads.each(m_probes.size(), [&](std::size_t i) {
        m_probes[i] = engine::traceProbes(job, probePlaces(m_input.meshes[i].mesh),
                                          m_scene->geometryOf(i), ModelDirections, rays[i]);
    });
    m_stats.probes = m_probes.size();
    m_stats.probeRays += std::accumulate(rays.begin(), rays.end(), std::uint64_t{0});
    traceVolume(job);
    m_stats.probeSeconds += secondsSince(start);
}

void Bake::traceVolume(const ProbeJob& job)
{
    m_volume = layOutVolume(m_brushes, m_options.quality);
    m_stats.volumeProbes = m_volume.probes.size();
    if (job.lights.empty() && !m_tracer->hasSources())
        return; // all of them are black already
    std::vector<std::uint8_t> isOpen(m_volume.probes.size());
    std::vector<std::uint64_t> rays(m_volume.probes.size());
    m_threads.each(m_volume.probes.size(), [&](std::size_t i) {
        const auto place = m_volume.placeOf(i);
        if (isInside(m_brushes, place))
            return;
        isOpen[i] = 1;
        m_volume.probes[i] = traceProbe(job, Vec3f{place - m_scene->origin()},
                                        LightScene::BrushGeometry, VolumeDirections, rays[i]);
    });
    finishVolume(m_volume, std::move(isOpen));
    m_stats.probeRays += std::accumulate(rays.begin(), rays.end(), std::uint64_t{0});
}

double Bake::meanOf(std::span<const Vec3f> light) const
{
    double sum = 0;
    double area = 0;
    for (std::size_t i = 0; i < m_charts.size(); ++i) {
        const auto& chart = m_charts[i];
        std::size_t luxel = 0;
        for (int y = 0; y < chart.height; ++y)
            for (int x = 0; x < chart.width; ++x, ++luxel) {
                const auto cells = std::popcount(m_covers[i].at(luxel));
                const double open = chart.luxelArea(x, y) * cells / (CellsAcross * CellsAcross);
                const auto& value = light[chart.firstLuxel + luxel];
                sum += open * static_cast<double>(value.x + value.y + value.z) / 3.0;
                area += open;
            }
    }
    return area > 0 ? sum / area : 0;
}

std::shared_ptr<const Lightmap> Bake::makeLightmap()
{
    auto lightmap = std::make_shared<Lightmap>();
    lightmap->atlases = std::move(m_atlases);
    for (auto& atlas : lightmap->atlases)
        atlas.halfs.resize(std::size_t{3} * atlas.width * atlas.height);
    m_threads.each(m_charts.size(), [&](std::size_t i) {
        writeChart(m_charts[i], luxelsOf(m_direct, i), lightmap->atlases[m_charts[i].atlas]);
    });
    for (const auto& brush : m_brushes)
        lightmap->bodies.emplace(bodyHash(*brush.brush), brush.entity);
    for (std::size_t i = 0; i < m_probes.size(); ++i) {
        const auto& model = m_input.meshes[i].mesh;
        lightmap->probes.emplace(model.entity, m_probes[i]);
        lightmap->bodies.emplace(bodyHash(*model.mesh, model.place), model.entity);
    }
    lightmap->volume = std::move(m_volume);
    const auto inputs = faceInputsOf(m_input, m_brushes);
    std::vector<double> layers(m_layers.size());
    for (std::size_t i = 0; i < m_charts.size(); ++i) {
        const auto& chart = m_charts[i];
        for (std::size_t layer = 0; layer < layers.size(); ++layer)
            layers[layer] = m_layers[layer][i];
        lightmap->charts.emplace_hint(
            lightmap->charts.end(), Lightmap::Key{chart.entity, chart.face},
            LightmapChart{
                chart.atlas, chart.x, chart.y, static_cast<std::uint16_t>(chart.width),
                static_cast<std::uint16_t>(chart.height), inputs.of(chart.brush, chart.face),
                bouncesOf(layers, albedoOf(m_input, chart.material)),
                static_cast<std::uint8_t>(chart.farX), static_cast<std::uint8_t>(chart.farY)});
    }
    lightmap->bounces = m_bounces;
    lightmap->density = bakeDensity(m_input, m_options.quality);
    lightmap->rays = raysHash(m_input, m_options);
    lightmap->leaves = leafHashes(m_input);
    lightmap->reflections = m_input.reflections;
    lightmap->hash = hashOf(*lightmap);
    return lightmap;
}

Result<BakeResult> Bake::run()
{
    m_stats.threads = m_threads.count();
    m_pictures = readPictures(m_input);
    if (auto made = makeCharts(); !made)
        return made.error();
    if (auto traced = trace(); !traced)
        return traced.error();
    denoise();
    for (std::size_t i = 0; i < m_indirect.size(); ++i)
        m_direct[i] += m_indirect[i];
    m_indirect = {};
    joinSeams();
    traceProbes();
    m_stats.meanTotal = meanOf(m_direct);
    m_tracer.reset(); // room for the texels
    m_scene.reset();
    m_finder.reset();
    m_covers = {};
    auto lightmap = makeLightmap();
    if (m_control.isCancelled())
        return Error{"The bake was cancelled"};
    m_control.setProgress(1.0);
    return BakeResult{std::move(lightmap), m_stats};
}

Result<BakeResult>
bake(const BakeInput& input, const BakeOptions& options, JobControl& control, RayRecorder* recorder)
{
    try {
        return Bake{input, options, control, recorder}.run();
    } catch (const std::bad_alloc&) {
        return Error{"There is not enough memory to bake this level; lower the lightmap density in "
                     "the scene's settings"};
    }
}
} // namespace

Result<BakeResult>
bakeLightmap(const BakeInput& input, const BakeOptions& options, JobControl& control)
{
    return bake(input, options, control, nullptr);
}

Result<BakeResult> bakeRecorded(const BakeInput& input,
                                BakeOptions options,
                                JobControl& control,
                                RayRecorder& recorder)
{
    options.threads = 1;
    return bake(input, options, control, &recorder);
}
} // namespace engine
