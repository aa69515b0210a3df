#include "engine_core/lighting/incremental/rebake.h"

#include "engine_core/assets/lightmaps/lightmap_store.h"
#include "engine_core/lighting/bake_recorder.h"
#include "engine_core/lighting/incremental/rebake_work.h"
#include "engine_core/lighting/luxel_fill.h"
#include "engine_core/lighting/plan/bake_plan.h"
#include "engine_core/scene/light/body_hash.h"
#include "engine_core/scene/light/scene_light.h"

#include <algorithm>
#include <new>
#include <numeric>

namespace engine
{
namespace
{
/// Faces that were not stale are traced anew, too, where what moved may change that share of their
/// light: they saw it from where no light reached both.
constexpr double LeastShare = 0.01;

/// Of the light of a mean face; dark ones are looked at as if they had so much.
constexpr double Dim = 0.1;

bool isSame(const BakeLight& a, const BakeLight& b)
{
    return a.position == b.position && a.rotation == b.rotation && a.light == b.light;
}

/// Those of `from` that `others` lacks.
std::vector<BakeLight> without(std::vector<BakeLight> from, std::span<const BakeLight> others)
{
    std::vector<BakeLight> left{others.begin(), others.end()};
    std::erase_if(from, [&](const BakeLight& light) {
        const auto same = std::ranges::find_if(
            left, [&](const BakeLight& other) { return isSame(light, other); });
        const bool isFound = same != left.end();
        if (isFound)
            left.erase(same);
        return isFound;
    });
    return from;
}
} // namespace

RebakeWork::RebakeWork(const BakeInput& input,
                       const OldLight& old,
                       const BakeOptions& options,
                       JobControl& control,
                       RebakeDepth depth)
    : m_input{input}
    , m_old{old}
    , m_before{*old.lightmap}
    , m_options{options}
    , m_control{control}
    , m_depth{depth}
    , m_samples{samplesFor(input, options)}
    , m_bounces{bouncesFor(input, options)}
    , m_threads{options, control}
{
}

Lightmap::Key RebakeWork::keyOf(std::uint32_t chart) const
{
    return {m_charts[chart].entity, m_charts[chart].face};
}

Result<void> RebakeWork::prepare()
{
    const auto start = std::chrono::steady_clock::now();
    m_brushes = brushesToBake(m_input);
    if (auto laidOut = layOut(); !laidOut)
        return laidOut;
    m_stats.charts = m_charts.size();
    m_stats.threads = m_threads.count();
    m_parts.resize(m_charts.size());
    m_covers.resize(m_charts.size());
    m_isCovered.resize(m_charts.size());
    m_white.assign(m_charts.size(), Vec3f{1});
    readOldLight();
    if (auto made = makeScene(); !made)
        return made;
    findChanges();
    findAnew();
    if (auto planned = planStale(); !planned)
        return planned;
    if (!m_isBeyondLimit)
        makeTracers();
    m_stats.chartSeconds = secondsSince(start);
    return {};
}

Result<void> RebakeWork::makeScene()
{
    m_finder = std::make_unique<CoverFinder>(m_brushes, sceneFrame(m_brushes).offset);
    m_pictures = readPictures(m_input);
    auto scene = LightScene::create(m_brushes, m_charts, m_control, m_input.meshes, m_input.plants,
                                    m_input.leaves, m_pictures.pierced, m_input.clear);
    if (!scene)
        return scene.error();
    m_scene = *std::move(scene);
    m_lights = tracedLights(m_input, m_scene->origin());
    addGlowingFaces(m_pictures.glow, m_brushes, m_charts, m_scene->origin(), m_scene->offset(),
                    m_lights, m_emission);
    return {};
}

/// For the luxels that charts have by now.
void RebakeWork::makeTracers()
{
    m_stats.luxels = numberLuxels(m_charts);
    for (auto* light : {&m_out, &m_all, &m_change})
        light->clear();
    m_changed.clear();
    // Tracers ask for walls that part a face as they are made: any face may be seen. A sketch does
    // without, since this takes longer than all else that it does; the bake that follows is right.
    if (m_depth == RebakeDepth::Whole) {
        Charts all(m_charts.size());
        std::iota(all.begin(), all.end(), 0U);
        coverOf(all);
    }
    m_tracer = std::make_unique<LuxelTracer>(
        *m_scene, m_charts, m_covers, m_white, m_options.seed, m_emission,
        hasSkyLight(m_input.settings) ? &m_input.settings : nullptr);
    m_changeTracer =
        std::make_unique<LuxelTracer>(*m_scene, m_charts, m_covers, m_white, m_options.seed);
    m_passes = std::max(m_bounces, m_tracer->hasSources() ? 1 : 0);
}

/// Of the light that was there.
void RebakeWork::findMeans()
{
    double sum = 0;
    double direct = 0;
    double area = 0;
    double litArea = 0;
    for (std::size_t i = 0; i < m_charts.size(); ++i) {
        const auto& old = m_oldCharts[i];
        const auto& size = m_charts[i].frame.size;
        const double metres = size.x * size.y;
        area += metres;
        if (!(old.mean > 0))
            continue;
        sum += old.mean * metres;
        direct += old.mean * metres * static_cast<double>(sharesOf(old, m_before)[0]);
        litArea += metres;
    }
    m_meanLight = area > 0 ? sum / area : 0;
    m_meanDirect = area > 0 ? direct / area : 0;
    m_litMean = litArea > 0 ? sum / litArea : 0;
}

/// Lights that came and went, and boxes around what moved.
void RebakeWork::findChanges()
{
    findMeans();
    m_boxes = m_old.changed;
    if (!m_before.bodies.empty())
        for (const auto& brush : m_brushes)
            if (!m_before.bodies.contains(bodyHash(*brush.brush)))
                m_boxes.push_back(brush.brush->bounds());
    m_rays = std::make_unique<ChangeRays>(*m_scene, m_full, m_boxes, m_options.seed);
    if (!m_old.lights)
        return;
    BakeInput lights;
    for (const bool came : {false, true}) {
        lights.lights =
            came ? without(m_input.lights, *m_old.lights) : without(*m_old.lights, m_input.lights);
        std::erase_if(lights.lights, [](const BakeLight& light) { return !isBaked(light.light); });
        for (auto& light : tracedLights(lights, m_scene->origin())) {
            if (!came)
                light.color = -light.color;
            m_changedLights.push_back(std::move(light));
        }
        m_otherLights.insert(m_otherLights.end(), lights.lights.begin(), lights.lights.end());
    }
}

void RebakeWork::takeAnew(std::uint32_t chart)
{
    m_parts[chart].isAnew = true;
    m_anew.push_back(chart);
}

/// What has no old light, and what sees something that moved.
void RebakeWork::findAnew()
{
    double brightest = 0;
    std::vector<std::uint8_t> asks(m_charts.size());
    for (std::uint32_t i = 0; i < m_charts.size(); ++i) {
        const auto key = keyOf(i);
        const bool isStale = m_old.stale.contains(key);
        if (isStale)
            brightest = std::max(brightest, m_oldCharts[i].mean);
        if (m_oldCharts[i].chart == nullptr || m_old.anew.contains(key) ||
            (isStale && !m_old.lights))
            m_parts[i].isAnew = true;
        else if (isStale)
            asks[i] = 1;
    }
    using Care = ChangeRays::Care;
    std::vector<std::uint8_t> sees(m_charts.size());
    if (!m_boxes.empty())
        m_threads.each(m_charts.size(), [&](std::size_t i) {
            const auto chart = static_cast<std::uint32_t>(i);
            if (m_parts[i].isAnew)
                return;
            const double least = LeastShare * std::max(m_oldCharts[i].mean, m_meanLight * Dim);
            const bool isStale = asks[i] != 0;
            if (isStale || m_rays->shareOfView(chart) * brightest > least)
                sees[i] = m_rays->sees(chart, isStale ? Care::Thorough : Care::Quick) ? 1 : 0;
        });
    for (std::uint32_t i = 0; i < m_charts.size(); ++i)
        if (m_parts[i].isAnew || sees[i] != 0)
            takeAnew(i);
}

std::vector<Vec3f> RebakeWork::oldLightOf(std::uint32_t chart) const
{
    std::vector<Vec3f> luxels(m_charts[chart].luxels(), Vec3f{0});
    if (m_oldCharts[chart].chart != nullptr)
        readChart(*m_oldCharts[chart].chart, m_before, m_charts[chart], luxels);
    return luxels;
}

/// With all bounces.
std::vector<Vec3f> RebakeWork::lightOf(std::uint32_t chart) const
{
    const auto& part = m_parts[chart];
    if (!part.joined.empty())
        return part.joined;
    const auto old =
        part.isAnew ? std::vector<Vec3f>(m_charts[chart].luxels(), Vec3f{0}) : oldLightOf(chart);
    auto now = old;
    for (const auto* change : {&part.light, &part.indirect})
        for (std::size_t i = 0; i < change->size(); ++i)
            now[i] += (*change)[i];
    constexpr float Lost = 0x1.8p-10f; // less is left of the halves of what went away
    for (std::size_t i = 0; i < now.size(); ++i)
        for (int channel = 0; channel < 3; ++channel)
            if (now[i][channel] < old[i][channel] * Lost)
                now[i][channel] = 0;
    return now;
}

ChartBounces RebakeWork::bouncesNow(std::uint32_t chart) const
{
    const auto& part = m_parts[chart];
    const auto& old = m_oldCharts[chart];
    if (!part.isAnew && !part.isTouched && m_before.bounces >= 0) {
        auto bounces = old.chart->bounces;
        for (std::size_t i = 0; i < 3; ++i)
            bounces.albedo[i] = toShare(static_cast<double>(m_albedo[chart][static_cast<int>(i)]));
        return bounces;
    }
    auto layers = part.layers;
    if (!part.isAnew) {
        const auto shares = sharesOf(old, m_before);
        layers.resize(std::max(layers.size(), shares.size()));
        for (std::size_t i = 0; i < shares.size(); ++i)
            layers[i] += static_cast<double>(shares[i]) * old.mean;
    }
    for (auto& layer : layers)
        layer = std::max(layer, 0.0);
    return bouncesOf(layers, m_albedo[chart]);
}

/// Smooths noise if asked to, and counts.
void RebakeWork::finishCharts()
{
    if (m_options.denoise != Denoise::Off)
        m_threads.each(m_charts.size(), [&](std::size_t i) {
            auto& indirect = m_parts[i].indirect;
            if (indirect.empty())
                return;
            smoothAs(m_options.denoise, m_charts[i], m_covers[i], indirect);
            fillCovered(m_charts[i], m_covers[i], indirect);
        });
    for (std::size_t i = 0; i < m_charts.size(); ++i)
        if (m_parts[i].isAnew || m_parts[i].isTouched) {
            ++m_stats.stale;
            m_stats.litLuxels += m_charts[i].luxels();
        }
    m_stats.kept = m_charts.size() - m_stats.stale;
}

/// What turns out to need more than differences. Once is enough: what is left of it by now is no
/// change of others that would tell.
Result<void> RebakeWork::traceAgain()
{
    const auto resized = planReached();
    if (!resized)
        return resized.error();
    if (m_isBeyondLimit)
        return {};
    const bool isFragile = takeFragile();
    if (*resized)
        makeTracers();
    return *resized || isFragile ? traceAll() : Result<void>{};
}

Result<std::optional<BakeResult>> RebakeWork::run()
{
    if (auto prepared = prepare(); !prepared)
        return prepared.error();
    if (m_isBeyondLimit)
        return std::optional<BakeResult>{};
    const auto start = std::chrono::steady_clock::now();
    if (auto traced = traceAll(); !traced)
        return traced.error();
    if (m_depth == RebakeDepth::Whole)
        if (auto traced = traceAgain(); !traced)
            return traced.error();
    if (m_isBeyondLimit)
        return std::optional<BakeResult>{};
    finishCharts();
    if (m_depth == RebakeDepth::Whole)
        joinSeams();
    m_stats.traceSeconds = secondsSince(start);
    auto lightmap = makeLightmap();
    if (m_control.isCancelled())
        return Error{"The bake was cancelled"};
    m_control.setProgress(1);
    return std::optional{BakeResult{std::move(lightmap), m_stats}};
}

Result<BakeResult> rebakeLightmap(const BakeInput& input,
                                  const OldLight& old,
                                  const BakeOptions& options,
                                  JobControl& control,
                                  RebakeDepth depth)
{
    ENGINE_EXPECT(old.lightmap != nullptr);
    try {
        auto rebaked = RebakeWork{input, old, options, control, depth}.run();
        if (!rebaked)
            return rebaked.error();
        if (rebaked->has_value())
            return **std::move(rebaked);
    } catch (const std::bad_alloc&) {
        return Error{"There is not enough memory to bake this level; lower the lightmap density in "
                     "the scene's settings"};
    }
    // Only now: the memory of the attempt is free again.
    return bakeLightmap(input, options, control);
}

namespace
{
/// Of which quality's charts more than half of the lightmap's are as large as.
std::optional<BakeQuality> qualityBySizes(const Lightmap& lightmap, const BakeInput& input)
{
    const auto brushes = brushesToBake(input);
    std::optional<BakeQuality> best;
    std::size_t most = 0;
    for (const auto quality : {BakeQuality::Final, BakeQuality::Preview, BakeQuality::Draft}) {
        const auto charts =
            layOutCharts(brushes, bakeDensity(input, quality), LuxelLimit, input.unseen);
        if (!charts)
            continue;
        std::size_t known = 0;
        std::size_t alike = 0;
        for (const auto& chart : *charts) {
            const auto owner = lightmap.chartsOf(chart.entity, *brushes[chart.brush].brush);
            const auto* before = lightmap.find(owner, chart.face);
            if (before == nullptr)
                continue;
            ++known;
            if (before->width == chart.width && before->height == chart.height)
                ++alike;
        }
        // Small faces have the fewest luxels in every quality and density: some always match.
        if (alike * 2 > known && alike > most) {
            most = alike;
            best = quality;
        }
    }
    return best;
}
} // namespace

std::optional<BakeQuality>
qualityOf(const Lightmap& lightmap, const BakeInput& input, Density density)
{
    for (const auto quality : {BakeQuality::Final, BakeQuality::Preview}) {
        BakeOptions options;
        options.quality = quality;
        options.density = density;
        if ((isAdaptive(input, options) || luxelLimitOf(input, options) > 0) &&
            lightmap.density == bakeDensity(input, quality))
            return quality;
    }
    return qualityBySizes(lightmap, input);
}

std::set<Lightmap::Key> facesWithOtherInputs(const Lightmap& lightmap, const BakeInput& input)
{
    const auto brushes = brushesToBake(input);
    const auto inputs = faceInputsOf(input, brushes);
    std::set<Lightmap::Key> stale;
    for (std::size_t i = 0; i < brushes.size(); ++i) {
        const auto& brush = *brushes[i].brush;
        const auto owner = lightmap.chartsOf(brushes[i].entity, brush);
        for (std::uint32_t face = 0; face < brush.faceCount(); ++face) {
            const auto* chart = lightmap.find(owner, face);
            const auto material = brush.faces()[face].material.text();
            const auto then = lightmap.reflections.find(material);
            const auto now = input.reflections.find(material);
            const bool isRecolored = then != lightmap.reflections.end() &&
                                     now != input.reflections.end() && then->second != now->second;
            if (chart == nullptr || isRecolored || chart->inputs != inputs.of(i, face))
                stale.insert(stale.end(), {brushes[i].entity, face});
        }
    }
    return stale;
}
} // namespace engine
