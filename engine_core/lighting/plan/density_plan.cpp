#include "engine_core/lighting/plan/density_plan.h"

#include "engine_core/lighting/incremental/bake_threads.h"
#include "engine_core/lighting/plan/density_trial.h"

#include <algorithm>
#include <utility>

namespace engine
{
namespace
{
/// Of the density that is asked for, in the first trial; that of the second is in the middle.
constexpr double FirstTrial = 0.25;

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

    Result<PlannedCharts> run(JobControl& control);

private:
    [[nodiscard]] bool isWanted(std::size_t chart) const
    {
        return m_job.wanted == nullptr || (*m_job.wanted)[chart];
    }

    Result<std::vector<BakeChart>> layOut(double share) const;
    Result<void> layOutFull();
    Result<std::vector<BakeChart>> layOutTrial() const;
    Result<void> makeScene(JobControl& control);
    void judge(std::size_t chart, const DensityTrial& trial);
    static void coarsen(const EvenLight& light, FacePlan& plan);
    static void judgeAxis(const EvenLight& light, FacePlan& plan, AxisPlan& axis);
    [[nodiscard]] Result<void> checkSize(std::span<BakeChart> charts) const;
    Result<void> tryRoughFaces(const DensityTrial& first, JobControl& control);
    Result<std::vector<BakeChart>> finish() const;

    const PlanJob& m_job;
    std::vector<BakeChart> m_ownFull; ///< unless the job has them
    std::span<const BakeChart> m_full;
    std::shared_ptr<const LightScene> m_ownScene; ///< the same
    const LightScene* m_scene = nullptr;
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
        return light.errorWith(width, height, EvenLight::What::All) <= PlanTolerance;
    };
    for (bool isSmaller = true; isSmaller;) {
        isSmaller = false;
        if (plan.s.luxels > FewestLuxels && fits(halved(plan.s.luxels), plan.t.luxels)) {
            plan.s.luxels = halved(plan.s.luxels);
            isSmaller = true;
        }
        if (plan.t.luxels > FewestLuxels && fits(plan.s.luxels, halved(plan.t.luxels))) {
            plan.t.luxels = halved(plan.t.luxels);
            isSmaller = true;
        }
    }
}

void DensityPlan::judgeAxis(const EvenLight& light, FacePlan& plan, AxisPlan& axis)
{
    const int trial = axis.luxels;
    if (trial == FewestLuxels) { // there are no more of them
        axis.luxels = axis.farLuxels = axis.full;
        return;
    }
    const auto errorOfHalf = [&](EvenLight::What what) {
        const auto width = &axis == &plan.s ? halved(trial) : plan.s.luxels;
        const auto height = &axis == &plan.t ? halved(trial) : plan.t.luxels;
        return light.errorWith(width, height, what);
    };
    axis.isRough =
        trial < axis.full && errorOfHalf(EvenLight::What::All) > PlanTolerance * StillSmooth;
    const float far = errorOfHalf(EvenLight::What::Far);
    axis.farLuxels = far <= PlanTolerance * 1.5f              ? halved(trial)
                     : far <= PlanTolerance * 2 * StillSmooth ? trial
                                                              : 2 * trial - 1;
}

void DensityPlan::judge(std::size_t chart, const DensityTrial& trial)
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
Result<void> DensityPlan::tryRoughFaces(const DensityTrial& first, JobControl& control)
{
    std::vector<BakeChart> charts{m_full.begin(), m_full.end()};
    std::vector<bool> isRough(charts.size());
    for (std::size_t i = 0; i < charts.size(); ++i) {
        const auto& plan = m_plans[i];
        isRough[i] = plan.isRough();
        const auto sizeOf = [&](const AxisPlan& axis) {
            return !plan.isRough() ? FewestLuxels
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
    DensityTrial second{m_job, *m_scene, std::move(charts)};
    if (auto traced = second.traceDirect(control, isRough); !traced)
        return traced;
    m_job.threads.each(m_plans.size(), [&](std::size_t i) {
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
            plan.s.luxels = errorOf(halved(own.width), own.height) > PlanTolerance * StillSmooth
                                ? plan.s.full
                                : own.width;
        if (plan.t.isRough)
            plan.t.luxels = errorOf(own.width, halved(own.height)) > PlanTolerance * StillSmooth
                                ? plan.t.full
                                : own.height;
    });
    return {};
}

Result<std::vector<BakeChart>> DensityPlan::finish() const
{
    std::vector<BakeChart> charts{m_full.begin(), m_full.end()};
    for (std::size_t i = 0; i < charts.size(); ++i) {
        charts[i].width = std::clamp(m_plans[i].s.luxels, FewestLuxels, m_full[i].width);
        charts[i].height = std::clamp(m_plans[i].t.luxels, FewestLuxels, m_full[i].height);
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

Result<void> DensityPlan::layOutFull()
{
    if (m_job.full != nullptr) {
        m_full = *m_job.full;
        return {};
    }
    auto full = layOut(1);
    if (!full)
        return full.error();
    m_ownFull = *std::move(full);
    m_full = m_ownFull;
    return {};
}

Result<std::vector<BakeChart>> DensityPlan::layOutTrial() const
{
    auto coarse = layOut(FirstTrial);
    if (!coarse)
        return coarse.error();
    for (std::size_t i = 0; i < coarse->size(); ++i) {
        auto& chart = (*coarse)[i];
        const auto tried = [](int luxels, int all) {
            return std::max(luxels, std::min(all, FewestTried));
        };
        chart.width = isWanted(i) ? tried(chart.width, m_full[i].width) : FewestLuxels;
        chart.height = isWanted(i) ? tried(chart.height, m_full[i].height) : FewestLuxels;
    }
    if (auto fits = checkSize(*coarse); !fits)
        return fits.error();
    return coarse;
}

/// One for both trials and all that comes after them: a large level takes seconds and much memory.
Result<void> DensityPlan::makeScene(JobControl& control)
{
    m_scene = m_job.scene;
    if (m_scene != nullptr)
        return {};
    auto scene = raySceneOf(m_job, m_full, control);
    if (!scene)
        return scene.error();
    m_ownScene = *std::move(scene);
    m_scene = m_ownScene.get();
    return {};
}

Result<PlannedCharts> DensityPlan::run(JobControl& control)
{
    if (auto laidOut = layOutFull(); !laidOut)
        return laidOut.error();
    m_plans.resize(m_full.size());
    auto coarse = layOutTrial();
    if (!coarse)
        return coarse.error();
    if (auto made = makeScene(control); !made)
        return made.error();
    DensityTrial first{m_job, *m_scene, *std::move(coarse)};
    const auto isLit =
        m_job.known != nullptr ? *m_job.wanted : std::vector<bool>(m_full.size(), true);
    if (auto traced = first.traceDirect(control, isLit); !traced)
        return traced.error();
    first.traceFar(isLit);
    m_darkest =
        m_job.litMean > 0 ? static_cast<float>(DarkestShare * m_job.litMean) : first.darkest();
    m_job.threads.each(m_full.size(), [&](std::size_t i) { judge(i, first); });
    if (auto tried = tryRoughFaces(first, control); !tried)
        return tried.error();
    if (control.isCancelled())
        return Error{"The bake was cancelled"};
    auto charts = finish();
    if (!charts)
        return charts.error();
    return PlannedCharts{*std::move(charts), std::move(m_ownScene)};
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
    constexpr double Filled = 0.88; // edits need some room, or each would bake the whole level
    for (int round = 0; round < Rounds && luxelLimit > 0; ++round) {
        const auto luxels = static_cast<double>(numberLuxels(charts));
        if (luxels <= luxelLimit)
            return;
        const double share = std::sqrt(luxelLimit * Filled / luxels);
        for (auto& chart : charts) {
            chart.width = std::max(static_cast<int>(chart.width * share), FewestLuxels);
            chart.height = std::max(static_cast<int>(chart.height * share), FewestLuxels);
        }
    }
    numberLuxels(charts);
}

Result<std::shared_ptr<const LightScene>>
raySceneOf(const PlanJob& job, std::span<const BakeChart> charts, JobControl& control)
{
    const auto& input = job.input;
    auto scene = LightScene::create(job.brushes, charts, control, input.meshes, input.plants,
                                    input.leaves, job.pierced, input.clear);
    if (!scene)
        return scene.error();
    return std::shared_ptr<const LightScene>{*std::move(scene)};
}

Result<PlannedCharts> planCharts(const PlanJob& job, JobControl& control)
{
    return DensityPlan{job}.run(control);
}
} // namespace engine
