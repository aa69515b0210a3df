#include "engine_core/lighting/incremental/rebake_work.h"
#include "engine_core/lighting/luxel_fill.h"
#include "engine_core/lighting/passes/pass_noise.h"
#include "engine_core/lighting/plan/far_light.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace engine
{
namespace
{
/// A change of less than this share of a face's light is left out.
constexpr double LeastChange = 0.002;

/// So many rays follow the changed light of one bounce.
constexpr double FollowingRays = 1 << 16;

double powerOf(std::span<const Vec3f> luxels, const BakeChart& chart)
{
    double sum = 0;
    for (const auto& luxel : luxels)
        sum += static_cast<double>(std::abs(luxel.x) + std::abs(luxel.y) + std::abs(luxel.z));
    const auto& size = chart.frame.size;
    return sum / (3.0 * static_cast<double>(luxels.size())) * size.x * size.y;
}
} // namespace

void RebakeWork::coverOf(const Charts& charts)
{
    Charts unknown;
    for (const auto chart : charts)
        if (!m_isCovered[chart])
            unknown.push_back(chart);
    m_threads.each(unknown.size(), [&](std::size_t i) {
        m_covers[unknown[i]] = m_finder->coverOf(m_charts[unknown[i]]);
    });
    for (const auto chart : unknown)
        m_isCovered[chart] = true;
}

void RebakeWork::makeItems(const Charts& charts)
{
    const int tiles = std::clamp(2048 / m_samples, 1, 64);
    m_items.clear();
    for (const auto chart : charts)
        for (int from = 0, all = tilesOf(m_charts[chart]); from < all; from += tiles)
            m_items.push_back({chart, from, std::min(from + tiles, all)});
}

/// What is known of the light of the charts by now.
void RebakeWork::showKnown(const Charts& charts)
{
    m_shown.resize(m_stats.luxels);
    m_threads.each(charts.size(), [&](std::size_t i) {
        const auto& part = m_parts[charts[i]];
        const auto to = luxelsOf(m_shown, charts[i]);
        std::ranges::copy(part.light, to.begin());
        for (std::size_t k = 0; k < part.indirect.size(); ++k)
            to[k] += part.indirect[k];
    });
}

/// The mean of direct light over the faces, once that of this bake is traced.
double RebakeWork::meanDirectNow() const
{
    double sum = 0;
    double area = 0;
    for (std::size_t i = 0; i < m_charts.size(); ++i) {
        const auto& part = m_parts[i];
        const auto& old = m_oldCharts[i];
        const auto& size = m_charts[i].frame.size;
        double light = part.layers.empty() ? 0 : part.layers[0];
        if (!part.isAnew && old.mean > 0)
            light += old.mean * static_cast<double>(sharesOf(old, m_before)[0]);
        sum += light * size.x * size.y;
        area += size.x * size.y;
    }
    return area > 0 ? sum / area : 0;
}

/// Differences take as many rays whatever they find: what comes by the very rays that it will go
/// by leaves no noise behind.
int RebakeWork::changeSamples() const
{
    const float noise = noiseFor(m_input, m_options);
    if (!(noise > 0))
        return m_samples;
    constexpr float UsualNoise = 0.02f;
    constexpr float UsualSamples = 64;
    return std::clamp(static_cast<int>(UsualSamples * UsualNoise / noise), 16, NoiseGoal::MostRays);
}

void RebakeWork::gather(const Charts& charts,
                        const LuxelTracer& tracer,
                        int pass,
                        const LuxelLight& source)
{
    coverOf(charts);
    makeItems(charts);
    const float noise = &tracer == m_tracer.get() ? noiseFor(m_input, m_options) : 0.0f;
    // A sketch is smoothed over many luxels, and small faces have few.
    constexpr std::size_t FewLuxels = 256;
    constexpr int MoreRays = 4;
    const bool isSketch = m_depth == RebakeDepth::Sketch;
    const auto usual = noise > 0 ? SampleLattice::inParts() : SampleLattice{changeSamples()};
    const auto more = noise > 0 || !isSketch ? usual : SampleLattice{changeSamples() * MoreRays};
    NoiseGoal goal;
    if (noise > 0) {
        showKnown(charts);
        goal = noiseGoalOf(pass, noise, std::max(m_meanDirect, m_directNow), m_shown);
    }
    std::vector<LuxelTracer::Gathered> gathered(m_items.size());
    m_threads.each(m_items.size(), [&](std::size_t i) {
        const auto& lattice = m_charts[m_items[i].chart].luxels() < FewLuxels ? more : usual;
        gathered[i] =
            tracer.gather(m_items[i], pass, lattice, source, luxelsOf(m_out, m_items[i].chart),
                          nullptr, noise > 0 ? &goal : nullptr);
    });
    addPass(gathered, m_stats);
    finishLayer(charts, pass);
}

/// Adds what was traced into m_out.
void RebakeWork::finishLayer(const Charts& charts, int layer)
{
    m_threads.each(charts.size(), [&](std::size_t i) {
        const auto chart = charts[i];
        const auto out = luxelsOf(m_out, chart);
        if (layer > 0)
            spreadFarLight(m_charts[chart], m_covers[chart], out);
        fillCovered(m_charts[chart], m_covers[chart], out);
        auto& part = m_parts[chart];
        part.layer = layer;
        part.layers.resize(static_cast<std::size_t>(m_passes) + 1);
        part.layers[static_cast<std::size_t>(layer)] = meanLight(out);
        auto& sum = layer == 0 ? part.light : part.indirect;
        sum.resize(out.size(), Vec3f{0});
        for (std::size_t k = 0; k < out.size(); ++k)
            sum[k] += out[k];
    });
}

/// Of charts that are traced anew, and of those that lights which came, went or changed reach.
void RebakeWork::traceDirect()
{
    Charts lit;
    std::vector<std::uint8_t> isLit(m_charts.size());
    if (!m_changedLights.empty())
        m_threads.each(m_charts.size(), [&](std::size_t i) {
            const auto chart = static_cast<std::uint32_t>(i);
            isLit[i] =
                !m_parts[i].isAnew && !m_tracer->lightsAt(chart, m_changedLights).empty() ? 1 : 0;
        });
    for (std::uint32_t i = 0; i < m_charts.size(); ++i)
        if (isLit[i] != 0)
            lit.push_back(i);
    std::uint64_t all = 0;
    for (const auto* charts : {&m_anew, &lit}) {
        const auto& lights = charts == &lit ? m_changedLights : m_lights;
        coverOf(*charts);
        makeItems(*charts);
        std::vector<std::uint64_t> rays(m_items.size());
        m_threads.each(charts->size(), [&](std::size_t i) {
            std::ranges::fill(luxelsOf(m_out, (*charts)[i]), Vec3f{0});
        });
        m_threads.each(m_items.size(), [&](std::size_t i) {
            rays[i] = m_tracer->direct(m_items[i], m_tracer->lightsAt(m_items[i].chart, lights),
                                       luxelsOf(m_out, m_items[i].chart), nullptr);
        });
        all += std::accumulate(rays.begin(), rays.end(), std::uint64_t{0});
        if (charts == &lit) // most of what a light may reach lies behind walls
            std::erase_if(lit, [&](std::uint32_t chart) {
                return std::ranges::all_of(luxelsOf(m_out, chart),
                                           [](const Vec3f& light) { return light == Vec3f{0}; });
            });
        finishLayer(*charts, 0);
    }
    for (const auto chart : lit)
        m_parts[chart].isTouched = true;
    m_stats.rays += all;
}

/// What leaves all faces with the light of that layer: old light, and what is known better by now.
void RebakeWork::showAll(int layer)
{
    m_all.resize(m_out.size());
    const auto share = std::min(static_cast<std::size_t>(layer), ChartBounces::Layers - 1);
    const bool isBeyond = static_cast<std::size_t>(layer) >= ChartBounces::Layers;
    m_threads.each(m_charts.size(), [&](std::size_t i) {
        const auto chart = static_cast<std::uint32_t>(i);
        const auto to = luxelsOf(m_all, chart);
        const auto& part = m_parts[i];
        const auto& old = m_oldCharts[i];
        if (part.isAnew || old.chart == nullptr || isBeyond) {
            std::ranges::fill(to, Vec3f{0});
        } else {
            readChart(*old.chart, m_before, m_charts[i], to);
            const float factor = sharesOf(old, m_before)[share];
            for (auto& luxel : to)
                luxel *= m_albedo[i] * factor;
        }
        if (part.layer == layer) {
            const auto* add = m_out.data() + m_charts[i].firstLuxel;
            for (auto& luxel : to)
                luxel += *add++ * m_albedo[i];
        }
    });
}

/// How what leaves faces with the light of that layer differs from before. Returns where it does.
std::vector<ChangeRays::Source> RebakeWork::showChange(int layer)
{
    m_change.resize(m_out.size());
    m_threads.each(m_changed.size(), [&](std::size_t i) {
        std::ranges::fill(luxelsOf(m_change, m_changed[i]), Vec3f{0});
    });
    m_changed.clear();
    for (std::uint32_t i = 0; i < m_charts.size(); ++i) {
        const bool isRecolored =
            m_oldCharts[i].chart != nullptr && m_oldCharts[i].albedo != m_albedo[i];
        if (m_parts[i].layer == layer || (isRecolored && !m_parts[i].isAnew))
            m_changed.push_back(i);
    }
    const auto share = std::min(static_cast<std::size_t>(layer), ChartBounces::Layers - 1);
    std::vector<double> powers(m_changed.size());
    m_threads.each(m_changed.size(), [&](std::size_t k) {
        const auto i = m_changed[k];
        const auto to = luxelsOf(m_change, i);
        const auto& part = m_parts[i];
        const auto& old = m_oldCharts[i];
        const bool isKnown = part.layer == layer;
        if (isKnown)
            std::transform(to.begin(), to.end(), luxelsOf(m_out, i).begin(), to.begin(),
                           [&](const Vec3f&, const Vec3f& now) { return now * m_albedo[i]; });
        // Of old light the share that is no more: all of it, if this one is the whole light.
        const Vec3f gone = part.isAnew ? -old.albedo : m_albedo[i] - old.albedo;
        if (old.chart != nullptr && (!part.isAnew || old.isInPlace) && gone != Vec3f{0}) {
            std::vector<Vec3f> before(to.size());
            readChart(*old.chart, m_before, m_charts[i], before);
            const auto factor = gone * sharesOf(old, m_before)[share];
            for (std::size_t luxel = 0; luxel < to.size(); ++luxel)
                to[luxel] += before[luxel] * factor;
        }
        powers[k] = powerOf(to, m_charts[i]);
    });
    std::vector<ChangeRays::Source> sources;
    for (std::size_t k = 0; k < m_changed.size(); ++k)
        if (powers[k] > 0)
            sources.push_back({m_changed[k], powers[k]});
    return sources;
}

/// The charts that keep their light but for what comes from the sources, if that is enough to tell.
RebakeWork::Charts RebakeWork::reached(const std::vector<ChangeRays::Source>& sources, int pass)
{
    const double all = std::accumulate(
        sources.begin(), sources.end(), 0.0,
        [](double sum, const ChangeRays::Source& source) { return sum + source.power; });
    if (!(all > 0))
        return {};
    const double each = all / FollowingRays;
    std::vector<std::vector<ChangeRays::Arrival>> arrivals(sources.size());
    m_threads.each(sources.size(), [&](std::size_t i) {
        arrivals[i] = m_rays->follow(sources[i], each, static_cast<std::uint64_t>(pass));
    });
    std::vector<double> light(m_charts.size());
    std::vector<std::uint8_t> isBrushMet(m_brushes.size());
    for (const auto& list : arrivals)
        for (const auto& arrival : list) {
            light[arrival.chart] += arrival.light;
            isBrushMet[m_charts[arrival.chart].brush] = 1;
        }
    Charts charts;
    for (std::uint32_t i = 0; i < m_charts.size(); ++i) {
        if (m_parts[i].isAnew || isBrushMet[m_charts[i].brush] == 0)
            continue;
        const double least = LeastChange * std::max(m_oldCharts[i].mean, m_meanLight * 0.05);
        const auto& size = m_charts[i].frame.size;
        // A small face may be missed by all rays although it gets as much as its neighbours.
        if (light[i] > least || each / std::max(size.x * size.y, 1e-6) > least)
            charts.push_back(i);
    }
    return charts;
}

void RebakeWork::tracePass(int pass)
{
    const auto sources = showChange(pass - 1);
    const auto receivers = m_bounces > 0 ? reached(sources, pass) : Charts{};
    if (!m_anew.empty()) {
        if (m_bounces > 0)
            showAll(pass - 1);
        gather(m_anew, *m_tracer, pass, m_bounces > 0 ? LuxelLight{m_all} : LuxelLight{});
    }
    if (!receivers.empty())
        gather(receivers, *m_changeTracer, pass, m_change);
    for (const auto chart : receivers)
        if (std::ranges::any_of(luxelsOf(m_out, chart),
                                [](const Vec3f& light) { return light != Vec3f{0}; }))
            m_parts[chart].isTouched = true;
}

Result<void> RebakeWork::traceAll()
{
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const bool isAnew = m_parts[i].isAnew;
        m_parts[i] = {};
        m_parts[i].isAnew = isAnew;
    }
    m_out.resize(m_stats.luxels);
    m_stats.noise = 0;
    traceDirect();
    m_directNow = meanDirectNow();
    for (int pass = 1; pass <= m_passes && !m_control.isCancelled(); ++pass) {
        m_control.setProgress(static_cast<double>(pass) / (m_passes + 1));
        tracePass(pass);
    }
    if (m_control.isCancelled())
        return Error{"The bake was cancelled"};
    return {};
}

/// Charts that lost nearly all of their light: what is left is less than the errors of what they
/// had. With a noise target, or where the old light was baked with other settings, all whose light
/// changes much: the old light has other rays than the difference, and more noise would be left
/// than was asked for. True if there are some; they are traced anew.
bool RebakeWork::takeFragile()
{
    constexpr double Rest = 0.15;
    constexpr double MostOfOtherRays = 0.1; // of its light
    const bool hasOtherRays =
        noiseFor(m_input, m_options) > 0 || m_before.rays != raysHash(m_input, m_options);
    const auto before = m_anew.size();
    for (std::uint32_t i = 0; i < m_charts.size(); ++i) {
        const auto& part = m_parts[i];
        const double old = m_oldCharts[i].mean;
        if (part.isAnew || !part.isTouched || (!hasOtherRays && old < m_meanLight * 0.01))
            continue;
        const double change = std::accumulate(part.layers.begin(), part.layers.end(), 0.0);
        const double most = MostOfOtherRays * std::max(old, m_meanLight * 0.02);
        if (old + change < old * Rest || (hasOtherRays && std::abs(change) > most))
            takeAnew(i);
    }
    return m_anew.size() > before;
}
} // namespace engine
