#include "engine_core/lighting/bake_recorder.h"
#include "engine_core/lighting/incremental/rebake_work.h"
#include "engine_core/lighting/plan/bake_plan.h"

#include <algorithm>
#include <cmath>
#include <numeric>

/// How many luxels faces get in a rebake.
namespace engine
{
namespace
{
/// Luxels that are not needed are kept with their light, unless they are so many times as many.
constexpr std::size_t WorthKeeping = 4;

/// Faces of so few luxels are kept in any case.
constexpr std::size_t FewLuxels = 64;

constexpr int FewestAlong = 2;

/// One quarter of the distances.
int quarterOf(int luxels)
{
    return std::max((luxels - 1) / 4 + 1, FewestAlong);
}

/// BakeChart::farX of a chart with so many luxels along an axis, where a plan has `planned` of them
/// and traces every `far`-th.
int fieldOf(int luxels, int planned, int far)
{
    constexpr int Largest = 16;
    return std::clamp((luxels - 1) * far / std::max(planned - 1, 1), 1, Largest);
}

/// The means of the quarters of a chart.
std::array<Vec3f, 4> quartersOf(std::span<const Vec3f> light, const BakeChart& chart)
{
    std::array<Vec3f, 4> sums{Vec3f{0}, Vec3f{0}, Vec3f{0}, Vec3f{0}};
    std::array<float, 4> counts{};
    std::size_t luxel = 0;
    for (int y = 0; y < chart.height; ++y)
        for (int x = 0; x < chart.width; ++x, ++luxel) {
            const auto quarter =
                static_cast<std::size_t>(2 * (2 * y / chart.height) + 2 * x / chart.width);
            sums[quarter] += light[luxel];
            ++counts[quarter];
        }
    for (std::size_t i = 0; i < sums.size(); ++i)
        sums[i] /= std::max(counts[i], 1.0f);
    return sums;
}
} // namespace

/// Where a plan or a limit decides of luxels, faces that stand where they stood have as many as
/// before; how many the others get is known when it is known what light changes.
Result<void> RebakeWork::layOut()
{
    m_isAdaptive = isAdaptive(m_input, m_options);
    m_limit = luxelLimitOf(m_input, m_options);
    const bool isPlanned = m_isAdaptive || m_limit > 0;
    constexpr std::size_t NoLimit = ~std::size_t{0}; // what is too much may be few by a plan
    auto full = layOutCharts(m_brushes, bakeDensity(m_input, m_options.quality),
                             isPlanned ? NoLimit : m_options.mostLuxels, m_input.unseen);
    if (!full)
        return full.error();
    m_full = *std::move(full);
    m_charts = m_full;
    for (const auto& chart : m_charts)
        m_albedo.push_back(albedoOf(m_input, chart.material));
    m_oldCharts = findOldCharts(m_before, m_brushes, m_full, m_albedo,
                                isPlanned ? OldSizes::Fewer : OldSizes::Same);
    for (std::size_t i = 0; isPlanned && i < m_charts.size(); ++i) {
        const auto& old = m_oldCharts[i];
        if (old.chart == nullptr || !old.isInPlace)
            continue;
        auto& chart = m_charts[i];
        chart.width = old.chart->width;
        chart.height = old.chart->height;
        if (m_isAdaptive)
            setLuxels(chart, m_full[i], chart.width, chart.height);
        chart.farX = old.chart->farX;
        chart.farY = old.chart->farY;
    }
    return {};
}

/// In one pass: to read the lightmap takes longer than a small edit.
void RebakeWork::readOldLight()
{
    const bool isPlanned = m_isAdaptive && m_depth == RebakeDepth::Whole;
    if (isPlanned)
        m_quarters.resize(m_charts.size());
    m_threads.each(m_charts.size(), [&](std::size_t i) {
        auto& old = m_oldCharts[i];
        if (old.chart == nullptr)
            return;
        const auto light = readChart(*old.chart, m_before);
        old.mean = meanLight(light);
        if (isPlanned && hasOldLight(static_cast<std::uint32_t>(i)))
            m_quarters[i] = quartersOf(light, m_charts[i]);
    });
}

/// Whether lightOf() is what the old lightmap says, luxel by luxel.
bool RebakeWork::hasOldLight(std::uint32_t chart) const
{
    const auto& part = m_parts[chart];
    const auto* old = m_oldCharts[chart].chart;
    return old != nullptr && !part.isAnew && part.light.empty() && part.indirect.empty() &&
           part.joined.empty() && old->width == m_charts[chart].width &&
           old->height == m_charts[chart].height;
}

/// Of all that is traced anew or may have other light, before anything is traced.
Result<void> RebakeWork::planStale()
{
    m_wasPlanned.assign(m_charts.size(), false);
    if (!m_isAdaptive && m_limit == 0)
        return {};
    if (m_depth == RebakeDepth::Sketch) {
        sketchSizes();
        return checkSize();
    }
    Charts charts;
    for (std::uint32_t i = 0; i < m_charts.size(); ++i)
        if (m_parts[i].isAnew || (m_isAdaptive && m_old.stale.contains(keyOf(i))))
            charts.push_back(i);
    return plan(charts);
}

void RebakeWork::sketchSizes()
{
    for (std::uint32_t i = 0; i < m_charts.size(); ++i) {
        const auto& old = m_oldCharts[i];
        const bool isKnown = old.chart != nullptr && old.isInPlace;
        if (!m_parts[i].isAnew && !m_old.stale.contains(keyOf(i)))
            continue;
        auto size = m_charts[i];
        const int width = std::max(isKnown ? size.width : 0, quarterOf(m_full[i].width));
        const int height = std::max(isKnown ? size.height : 0, quarterOf(m_full[i].height));
        if (isKnown && width == size.width && height == size.height)
            continue;
        setLuxels(size, m_full[i], width, height);
        size.farX = size.farY = 1;
        resize(i, size);
    }
}

/// Of faces that only other faces give other light, and so much of it that luxels which were few
/// in the light they had may no longer do. True if some are traced anew for it.
Result<bool> RebakeWork::planReached()
{
    constexpr double LeastChange = 0.5; // of its light by now
    constexpr double Visible = 0.02;    // of the mean
    if (!m_isAdaptive)
        return false;
    Charts charts;
    for (std::uint32_t i = 0; i < m_charts.size(); ++i) {
        const auto& part = m_parts[i];
        if (part.isAnew || !part.isTouched || m_wasPlanned[i] ||
            m_charts[i].luxels() == m_full[i].luxels())
            continue;
        const double change = std::accumulate(part.layers.begin(), part.layers.end(), 0.0);
        const double least = LeastChange * (m_oldCharts[i].mean + change);
        if (std::abs(change) > std::max(least, Visible * m_meanLight))
            charts.push_back(i);
    }
    const auto before = m_anew.size();
    if (auto planned = plan(charts); !planned)
        return planned.error();
    return m_anew.size() > before;
}

Result<std::vector<BakeChart>> RebakeWork::plannedSizes(const Charts& charts)
{
    if (!m_isAdaptive) {
        auto sizes = m_full;
        keepWithinLimit(sizes, m_limit);
        return sizes;
    }
    std::vector<bool> isWanted(m_charts.size());
    for (const auto chart : charts)
        isWanted[chart] = true;
    m_threads.each(m_charts.size(), [&](std::size_t i) {
        const auto chart = static_cast<std::uint32_t>(i);
        if (!isWanted[i] && !hasOldLight(chart))
            m_quarters[i] = quartersOf(lightOf(chart), m_charts[i]);
    });
    auto job = planJobOf(m_input, m_options, m_brushes, m_pictures, m_threads);
    job.wanted = &isWanted;
    job.known = &m_quarters;
    job.litMean = m_litMean;
    job.scene = m_scene.get();
    job.luxelLimit = 0; // it is one of all charts
    job.full = &m_full;
    auto planned = planCharts(job, m_control);
    if (!planned)
        return planned.error();
    return std::move(planned->charts);
}

Result<void> RebakeWork::plan(const Charts& charts)
{
    if (charts.empty())
        return {};
    const auto planned = plannedSizes(charts);
    if (!planned)
        return planned.error();
    for (const auto chart : charts) {
        m_wasPlanned[chart] = true;
        takePlan(chart, (*planned)[chart]);
    }
    return checkSize();
}

void RebakeWork::takePlan(std::uint32_t chart, const BakeChart& planned)
{
    auto& now = m_charts[chart];
    const auto& old = m_oldCharts[chart];
    const bool isEnough = now.width >= planned.width && now.height >= planned.height;
    const bool isKept = old.chart != nullptr && old.isInPlace && isEnough &&
                        now.luxels() <= std::max(WorthKeeping * planned.luxels(), FewLuxels);
    if (!isKept)
        return resize(chart, planned);
    const int farX = fieldOf(now.width, planned.width, planned.farX);
    const int farY = fieldOf(now.height, planned.height, planned.farY);
    // What comes and goes by the rays of the old light alone is a difference.
    if (!m_parts[chart].isAnew && farX * 2 > now.farX && farY * 2 > now.farY)
        return;
    if (!m_parts[chart].isAnew)
        takeAnew(chart);
    now.farX = std::min(now.farX, farX);
    now.farY = std::min(now.farY, farY);
}

/// All of its light is traced: there is no difference between luxels in other places.
void RebakeWork::resize(std::uint32_t chart, const BakeChart& size)
{
    auto& now = m_charts[chart];
    now.width = size.width;
    now.height = size.height;
    now.footX = size.footX;
    now.footY = size.footY;
    now.farX = size.farX;
    now.farY = size.farY;
    auto& old = m_oldCharts[chart];
    if (old.chart != nullptr)
        old.isResized = old.chart->width != now.width || old.chart->height != now.height;
    if (old.isResized && !old.isInPlace)
        old = {.chart = nullptr,
               .isInPlace = false,
               .isResized = false,
               .albedo = old.albedo,
               .mean = 0};
    m_covers[chart] = {};
    m_isCovered[chart] = false;
    if (!m_parts[chart].isAnew)
        takeAnew(chart);
}

Result<void> RebakeWork::checkSize()
{
    std::size_t luxels = 0;
    for (const auto& chart : m_charts)
        luxels += chart.luxels();
    if (luxels > m_options.mostLuxels)
        return tooManyLuxels(m_options.mostLuxels, bakeDensity(m_input, m_options.quality));
    m_isBeyondLimit =
        m_limit > 0 && static_cast<double>(luxels) > m_limit && m_depth == RebakeDepth::Whole;
    return {};
}
} // namespace engine
