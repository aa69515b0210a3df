#include "engine_core/lighting/plan/density_trial.h"

#include "engine_core/lighting/incremental/bake_threads.h"
#include "engine_core/lighting/luxel_fill.h"
#include "engine_core/lighting/plan/far_light.h"

#include <algorithm>

namespace engine
{
namespace
{
/// Rays a luxel. All luxels of a chart look into the same directions, so that what differs between
/// neighbours is the light and not the noise.
constexpr int TrialRays = 80;

/// The same for each bounce after the first.
constexpr int LaterRays = 8;
} // namespace

DensityTrial::DensityTrial(const PlanJob& job,
                           const LightScene& scene,
                           std::vector<BakeChart> charts)
    : m_job{job}, m_scene{scene}, m_charts{std::move(charts)}, m_covers(m_charts.size())
{
    const auto luxels = numberLuxels(m_charts);
    m_direct.resize(luxels);
    m_far.resize(luxels);
    for (const auto& chart : m_charts)
        m_albedo.push_back(job.albedoOf(chart.material));
}

Result<void> DensityTrial::traceDirect(JobControl& control, const std::vector<bool>& isWanted)
{
    const auto& input = m_job.input;
    m_lights = tracedLights(input, m_scene.origin());
    addGlowingFaces(m_job.glow, m_job.brushes, m_charts, m_scene.origin(), m_scene.offset(),
                    m_lights, m_emission);
    const CoverFinder finder{m_job.brushes, m_scene.offset()};
    m_job.threads.each(m_charts.size(), [&](std::size_t i) {
        if (isWanted[i])
            m_covers[i] = finder.coverOf(m_charts[i]);
    });
    m_tracer =
        std::make_unique<LuxelTracer>(m_scene, m_charts, m_covers, m_albedo, m_job.seed, m_emission,
                                      hasSkyLight(input.settings) ? &input.settings : nullptr);
    m_job.threads.each(m_charts.size(), [&](std::size_t i) {
        if (!isWanted[i])
            return;
        const TileRange all{static_cast<std::uint32_t>(i), 0, tilesOf(m_charts[i])};
        m_tracer->direct(all, m_tracer->lightsAt(all.chart, m_lights), luxelsOf(m_direct, i),
                         nullptr);
        fillCovered(m_charts[i], m_covers[i], luxelsOf(m_direct, i));
    });
    if (control.isCancelled())
        return Error{"The bake was cancelled"};
    return {};
}

void DensityTrial::gather(std::size_t chart,
                          int pass,
                          const SampleLattice& lattice,
                          const LuxelLight& shown,
                          std::span<Vec3f> out) const
{
    const auto& own = m_charts[chart];
    const TileRange all{static_cast<std::uint32_t>(chart), 0, tilesOf(own)};
    m_tracer->gather(all, pass, lattice, shown, out, nullptr);
    spreadFarLight(own, m_covers[chart], out);
    fillCovered(own, m_covers[chart], out);
}

/// For few luxels first, and for more of them where those differ: most light is even.
void DensityTrial::gatherFirst(std::size_t chart,
                               const SampleLattice& lattice,
                               const LuxelLight& shown,
                               std::span<Vec3f> out,
                               float dim)
{
    constexpr int FewestFields = 4; // along an axis
    auto& own = m_charts[chart];
    const auto direct = luxelsOf(m_direct, chart);
    for (int field = 4;; field /= 2) {
        own.farX = std::clamp((own.width - 1) / FewestFields, 1, field);
        own.farY = std::clamp((own.height - 1) / FewestFields, 1, field);
        gather(chart, 1, lattice, shown, out);
        if (own.farX == 1 && own.farY == 1)
            return;
        const auto half = [](int luxels, int far) {
            return std::max((luxels - 1) / (2 * far) + 1, FewestLuxels);
        };
        const EvenLight light{own.width, own.height, direct, out, m_covers[chart], dim};
        if (light.errorWith(half(own.width, own.farX), half(own.height, own.farY),
                            EvenLight::What::Far) <= PlanTolerance)
            return;
    }
}

void DensityTrial::traceFar(const std::vector<bool>& isWanted)
{
    std::vector<Vec3f> last = m_direct;
    std::vector<Vec3f> next(m_direct.size());
    const auto showOthers = [&](bool areLit) { // once: they show all of their bounces
        for (std::size_t i = 0; i < m_charts.size(); ++i)
            if (!isWanted[i])
                std::ranges::transform(
                    (*m_job.known)[i], luxelsOf(last, i).begin(),
                    [&](const Vec3f& light) { return areLit ? light : Vec3f{0}; });
    };
    if (m_job.known != nullptr)
        showOthers(true);
    const int bounces = std::max(m_job.bounces, m_tracer->hasSources() ? 1 : 0);
    const float dim = darkest(); // of direct light, all that is known
    for (int pass = 1; pass <= bounces; ++pass) {
        const auto lattice = SampleLattice::shared(pass == 1 ? TrialRays : LaterRays);
        const auto shown = m_job.bounces > 0 ? LuxelLight{last} : LuxelLight{};
        m_job.threads.each(m_charts.size(), [&](std::size_t i) {
            if (!isWanted[i])
                return;
            const auto out = luxelsOf(next, i);
            if (pass == 1)
                gatherFirst(i, lattice, shown, out, dim);
            else
                gather(i, pass, lattice, shown, out);
        });
        for (std::size_t i = 0; i < next.size(); ++i)
            m_far[i] += next[i];
        if (pass == 1 && m_job.known != nullptr)
            showOthers(false);
        last.swap(next);
    }
}

float DensityTrial::darkest() const
{
    double sum = 0;
    std::size_t lit = 0;
    for (std::size_t i = 0; i < m_direct.size(); ++i)
        if (const auto light = brightnessOf(m_direct[i] + m_far[i]); light > 0) {
            sum += static_cast<double>(light);
            ++lit;
        }
    return lit > 0 ? static_cast<float>(DarkestShare * sum / static_cast<double>(lit)) : 1.0f;
}

EvenLight DensityTrial::lightOf(std::size_t chart, float darkest) const
{
    const auto& own = m_charts[chart];
    return {own.width,
            own.height,
            std::span{m_direct}.subspan(own.firstLuxel, own.luxels()),
            std::span{m_far}.subspan(own.firstLuxel, own.luxels()),
            m_covers[chart],
            darkest};
}

void DensityTrial::takeFarLight(std::size_t chart, const DensityTrial& coarser)
{
    const auto& own = m_charts[chart];
    const auto& from = coarser.m_charts[chart];
    const auto far = luxelsOf(m_far, chart);
    std::size_t luxel = 0;
    for (int y = 0; y < own.height; ++y)
        for (int x = 0; x < own.width; ++x, ++luxel)
            far[luxel] = between(coarser.farLight(chart), from.width, from.height,
                                 static_cast<float>(x) / static_cast<float>(own.width - 1),
                                 static_cast<float>(y) / static_cast<float>(own.height - 1));
}
} // namespace engine
