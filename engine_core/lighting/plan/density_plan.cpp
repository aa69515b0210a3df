#include "engine_core/lighting/plan/density_plan.h"

#include "engine_core/lighting/luxel_fill.h"
#include "engine_core/lighting/luxel_tracer.h"
#include "engine_core/lighting/plan/even_light.h"
#include "engine_core/lighting/plan/far_light.h"

#include <algorithm>
#include <utility>

namespace engine
{
namespace
{
/// Of the density that is asked for, in the first trial; that of the second is in the middle.
constexpr double FirstTrial = 0.25;

/// Rays a luxel. All luxels of a chart look into the same directions, so that what differs between
/// neighbours is the light and not the noise.
constexpr int TrialRays = 80;

/// The same for each bounce after the first.
constexpr int LaterRays = 8;

/// How far light read between luxels may be off, as a share of it.
constexpr float Tolerance = 0.03f;

/// Halving the distance of luxels quarters the error where light is smooth. Where it is not, errors
/// are larger than this, in tolerances.
constexpr float StillSmooth = 3.0f;

/// Indirect light alone is traced for every so many-th luxel at most, and at least where shadows
/// ask for all luxels.
constexpr int LargestField = 16;
constexpr int SmallestField = 2;

/// Charts with fewer luxels than this keep them all: there is nothing to gain.
constexpr std::size_t SmallChart = 30;

/// Luxels along an axis that a trial has at least, if there are so many at full density: fewer
/// could not tell a bend from a straight line.
constexpr int FewestTried = 5;

/// Luxels along either side of a face without any light.
constexpr int Fewest = 2;

/// Of the mean of what is lit.
constexpr double DarkestShare = 0.02;

/// Light at a lower density.
class Trial
{
public:
    Trial(const PlanJob& job, std::vector<BakeChart> charts);

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
    void takeFarLight(std::size_t chart, const Trial& coarser);

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
    std::vector<BakeChart> m_charts;
    std::vector<LuxelCover> m_covers;
    std::vector<Vec3f> m_albedo;
    std::vector<TracedLight> m_lights;
    std::vector<Vec3f> m_emission;
    std::unique_ptr<LightScene> m_ownScene;
    const LightScene* m_scene = nullptr;
    std::unique_ptr<LuxelTracer> m_tracer;
    std::vector<Vec3f> m_direct;
    std::vector<Vec3f> m_far;
};

Trial::Trial(const PlanJob& job, std::vector<BakeChart> charts)
    : m_job{job}, m_charts{std::move(charts)}, m_covers(m_charts.size())
{
    const auto luxels = numberLuxels(m_charts);
    m_direct.resize(luxels);
    m_far.resize(luxels);
    for (const auto& chart : m_charts)
        m_albedo.push_back(job.albedoOf(chart.material));
}

Result<void> Trial::traceDirect(JobControl& control, const std::vector<bool>& isWanted)
{
    const auto& input = m_job.input;
    m_scene = m_job.scene;
    if (m_scene == nullptr) {
        auto scene = LightScene::create(m_job.brushes, m_charts, control, input.meshes,
                                        input.plants, input.leaves, m_job.pierced, input.clear);
        if (!scene)
            return scene.error();
        m_ownScene = *std::move(scene);
        m_scene = m_ownScene.get();
    }
    m_lights = tracedLights(input, m_scene->origin());
    addGlowingFaces(m_job.glow, m_job.brushes, m_charts, m_scene->origin(), m_scene->offset(),
                    m_lights, m_emission);
    const CoverFinder finder{m_job.brushes, m_scene->offset()};
    m_job.inParallel(m_charts.size(), [&](std::size_t i) {
        if (isWanted[i])
            m_covers[i] = finder.coverOf(m_charts[i]);
    });
    m_tracer = std::make_unique<LuxelTracer>(
        *m_scene, m_charts, m_covers, m_albedo, m_job.seed, m_emission,
        hasSkyLight(input.settings) ? &input.settings : nullptr);
    m_job.inParallel(m_charts.size(), [&](std::size_t i) {
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

void Trial::gather(std::size_t chart,
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
void Trial::gatherFirst(std::size_t chart,
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
            return std::max((luxels - 1) / (2 * far) + 1, Fewest);
        };
        const EvenLight light{own.width, own.height, direct, out, m_covers[chart], dim};
        if (light.errorWith(half(own.width, own.farX), half(own.height, own.farY),
                            EvenLight::What::Far) <= Tolerance)
            return;
    }
}

void Trial::traceFar(const std::vector<bool>& isWanted)
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
        m_job.inParallel(m_charts.size(), [&](std::size_t i) {
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

float Trial::darkest() const
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

EvenLight Trial::lightOf(std::size_t chart, float darkest) const
{
    const auto& own = m_charts[chart];
    return {own.width,
            own.height,
            std::span{m_direct}.subspan(own.firstLuxel, own.luxels()),
            std::span{m_far}.subspan(own.firstLuxel, own.luxels()),
            m_covers[chart],
            darkest};
}

void Trial::takeFarLight(std::size_t chart, const Trial& coarser)
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

/// Luxels along one axis of a face.
struct AxisPlan
{
    int full = 2;         ///< as the density says
    int luxels = 2;       ///< that show the light well enough, as far as is known
    int farLuxels = 2;    ///< the same of indirect light alone; may be more than luxels
    bool isRough = false; ///< the trial had too few to tell
};

struct FacePlan
{
    AxisPlan s;
    AxisPlan t;

    [[nodiscard]] bool isRough() const { return s.isRough || t.isRough; }
};

int halved(int luxels)
{
    return luxels / 2 + 1;
}

class DensityPlan
{
public:
    explicit DensityPlan(const PlanJob& job) : m_job{job} {}

    Result<std::vector<BakeChart>> run(JobControl& control);

private:
    [[nodiscard]] bool isWanted(std::size_t chart) const
    {
        return m_job.wanted == nullptr || (*m_job.wanted)[chart];
    }

    Result<std::vector<BakeChart>> layOut(double share) const;
    void judge(std::size_t chart, const Trial& trial);
    static void coarsen(const EvenLight& light, FacePlan& plan);
    static void judgeAxis(const EvenLight& light, FacePlan& plan, AxisPlan& axis);
    [[nodiscard]] Result<void> checkSize(std::span<BakeChart> charts) const;
    Result<void> tryRoughFaces(const Trial& first, JobControl& control);
    Result<std::vector<BakeChart>> finish() const;

    const PlanJob& m_job;
    std::vector<BakeChart> m_full;
    std::vector<FacePlan> m_plans; ///< by chart
    float m_darkest = 1;
};

Result<std::vector<BakeChart>> DensityPlan::layOut(double share) const
{
    // Who has far too many luxels at full density may well have few in the end.
    constexpr std::size_t NoLimit = ~std::size_t{0};
    return layOutCharts(m_job.brushes, m_job.luxelsPerMetre * share,
                        share < 1 ? m_job.mostLuxels : NoLimit, m_job.input.unseen);
}

/// Halves the luxels along either axis for as long as that does not show.
void DensityPlan::coarsen(const EvenLight& light, FacePlan& plan)
{
    const auto fits = [&](int width, int height) {
        return light.errorWith(width, height, EvenLight::What::All) <= Tolerance;
    };
    for (bool isSmaller = true; isSmaller;) {
        isSmaller = false;
        if (plan.s.luxels > Fewest && fits(halved(plan.s.luxels), plan.t.luxels)) {
            plan.s.luxels = halved(plan.s.luxels);
            isSmaller = true;
        }
        if (plan.t.luxels > Fewest && fits(plan.s.luxels, halved(plan.t.luxels))) {
            plan.t.luxels = halved(plan.t.luxels);
            isSmaller = true;
        }
    }
}

void DensityPlan::judgeAxis(const EvenLight& light, FacePlan& plan, AxisPlan& axis)
{
    const int trial = axis.luxels;
    if (trial == Fewest) { // there are no more of them
        axis.luxels = axis.farLuxels = axis.full;
        return;
    }
    const auto errorOfHalf = [&](EvenLight::What what) {
        const auto width = &axis == &plan.s ? halved(trial) : plan.s.luxels;
        const auto height = &axis == &plan.t ? halved(trial) : plan.t.luxels;
        return light.errorWith(width, height, what);
    };
    axis.isRough = trial < axis.full && errorOfHalf(EvenLight::What::All) > Tolerance * StillSmooth;
    const float far = errorOfHalf(EvenLight::What::Far);
    axis.farLuxels = far <= Tolerance * 1.5f              ? halved(trial)
                     : far <= Tolerance * 2 * StillSmooth ? trial
                                                          : 2 * trial - 1;
}

void DensityPlan::judge(std::size_t chart, const Trial& trial)
{
    auto& plan = m_plans[chart];
    const auto& own = trial.charts()[chart];
    plan.s.full = m_full[chart].width;
    plan.t.full = m_full[chart].height;
    const auto light = trial.lightOf(chart, m_darkest);
    if (light.isBlack() || !isWanted(chart))
        return;
    if (m_full[chart].luxels() < SmallChart) {
        plan.s.luxels = plan.s.farLuxels = plan.s.full;
        plan.t.luxels = plan.t.farLuxels = plan.t.full;
        return;
    }
    plan.s.luxels = own.width;
    plan.t.luxels = own.height;
    auto fewest = plan;
    coarsen(light, fewest);
    const auto s = plan.s;
    judgeAxis(light, plan, plan.s);
    const auto judged = std::exchange(plan.s, s); // each axis is judged with all of the other
    judgeAxis(light, plan, plan.t);
    plan.s = judged;
    for (const auto axis : {&FacePlan::s, &FacePlan::t})
        if ((fewest.*axis).luxels < (axis == &FacePlan::s ? own.width : own.height)) {
            (plan.*axis).luxels = (fewest.*axis).luxels;
            (plan.*axis).isRough = false;
        }
}

/// Trials have memory for all of their luxels, too.
Result<void> DensityPlan::checkSize(std::span<BakeChart> charts) const
{
    if (numberLuxels(charts) > m_job.mostLuxels)
        return tooManyLuxels(m_job.mostLuxels, m_job.luxelsPerMetre);
    return {};
}

/// A second trial, at half of the density.
Result<void> DensityPlan::tryRoughFaces(const Trial& first, JobControl& control)
{
    auto charts = m_full;
    std::vector<bool> isRough(charts.size());
    for (std::size_t i = 0; i < charts.size(); ++i) {
        const auto& plan = m_plans[i];
        isRough[i] = plan.isRough();
        const auto sizeOf = [&](const AxisPlan& axis) {
            return !plan.isRough() ? Fewest
                   : axis.isRough  ? std::max(halved(axis.full), axis.luxels)
                                   : axis.luxels;
        };
        charts[i].width = sizeOf(plan.s);
        charts[i].height = sizeOf(plan.t);
    }
    if (std::find(isRough.begin(), isRough.end(), true) == isRough.end())
        return {};
    if (auto fits = checkSize(charts); !fits)
        return fits;
    Trial second{m_job, std::move(charts)};
    if (auto traced = second.traceDirect(control, isRough); !traced)
        return traced;
    m_job.inParallel(m_plans.size(), [&](std::size_t i) {
        if (!isRough[i])
            return;
        second.takeFarLight(i, first);
        const auto light = second.lightOf(i, m_darkest);
        auto& plan = m_plans[i];
        const auto& own = second.charts()[i];
        const auto errorOf = [&](int width, int height) {
            return light.errorWith(width, height, EvenLight::What::All);
        };
        if (plan.s.isRough)
            plan.s.luxels = errorOf(halved(own.width), own.height) > Tolerance * StillSmooth
                                ? plan.s.full
                                : own.width;
        if (plan.t.isRough)
            plan.t.luxels = errorOf(own.width, halved(own.height)) > Tolerance * StillSmooth
                                ? plan.t.full
                                : own.height;
    });
    return {};
}

Result<std::vector<BakeChart>> DensityPlan::finish() const
{
    auto charts = m_full;
    for (std::size_t i = 0; i < charts.size(); ++i) {
        charts[i].width = std::clamp(m_plans[i].s.luxels, Fewest, m_full[i].width);
        charts[i].height = std::clamp(m_plans[i].t.luxels, Fewest, m_full[i].height);
    }
    keepWithinLimit(charts, m_job.luxelLimit);
    for (std::size_t i = 0; i < charts.size(); ++i) {
        setLuxels(charts[i], m_full[i], charts[i].width, charts[i].height);
        const auto field = [](int luxels, const AxisPlan& axis) {
            const int most = std::min(LargestField, luxels - 1);
            const int least = luxels < axis.full ? 1 : std::min(SmallestField, most);
            return std::clamp((luxels - 1) / std::max(axis.farLuxels - 1, 1), least, most);
        };
        charts[i].farX = field(charts[i].width, m_plans[i].s);
        charts[i].farY = field(charts[i].height, m_plans[i].t);
    }
    if (auto fits = checkSize(charts); !fits)
        return fits.error();
    return charts;
}

Result<std::vector<BakeChart>> DensityPlan::run(JobControl& control)
{
    auto full = layOut(1);
    if (!full)
        return full.error();
    m_full = *std::move(full);
    m_plans.resize(m_full.size());
    auto coarse = layOut(FirstTrial);
    if (!coarse)
        return coarse.error();
    for (std::size_t i = 0; i < coarse->size(); ++i) {
        auto& chart = (*coarse)[i];
        const auto tried = [](int luxels, int all) {
            return std::max(luxels, std::min(all, FewestTried));
        };
        chart.width = isWanted(i) ? tried(chart.width, m_full[i].width) : Fewest;
        chart.height = isWanted(i) ? tried(chart.height, m_full[i].height) : Fewest;
    }
    if (auto fits = checkSize(*coarse); !fits)
        return fits.error();
    Trial first{m_job, *std::move(coarse)};
    const auto isLit =
        m_job.known != nullptr ? *m_job.wanted : std::vector<bool>(m_full.size(), true);
    if (auto traced = first.traceDirect(control, isLit); !traced)
        return traced.error();
    first.traceFar(isLit);
    m_darkest =
        m_job.litMean > 0 ? static_cast<float>(DarkestShare * m_job.litMean) : first.darkest();
    m_job.inParallel(m_full.size(), [&](std::size_t i) { judge(i, first); });
    if (auto tried = tryRoughFaces(first, control); !tried)
        return tried.error();
    if (control.isCancelled())
        return Error{"The bake was cancelled"};
    return finish();
}
} // namespace

/// What is between the luxels of a coarse chart is even: light at its luxels, not a mean around
/// them, or those on edges would show what is further in.
void setLuxels(BakeChart& chart, const BakeChart& full, int width, int height)
{
    const auto foot = [](int luxels, int all) {
        return static_cast<float>(luxels - 1) / static_cast<float>(all - 1);
    };
    chart.width = width;
    chart.height = height;
    chart.footX = foot(width, full.width);
    chart.footY = foot(height, full.height);
}

void keepWithinLimit(std::vector<BakeChart>& charts, double luxelLimit)
{
    constexpr int Rounds = 16; // charts of the fewest luxels cannot shrink
    for (int round = 0; round < Rounds && luxelLimit > 0; ++round) {
        const auto luxels = static_cast<double>(numberLuxels(charts));
        if (luxels <= luxelLimit)
            return;
        const double share = std::sqrt(luxelLimit / luxels) * 0.99;
        for (auto& chart : charts) {
            chart.width = std::max(static_cast<int>(chart.width * share), Fewest);
            chart.height = std::max(static_cast<int>(chart.height * share), Fewest);
        }
    }
    numberLuxels(charts);
}

Result<std::vector<BakeChart>> planCharts(const PlanJob& job, JobControl& control)
{
    return DensityPlan{job}.run(control);
}
} // namespace engine
