#include "engine_core/play/bots/explore.h"

#include "engine_core/base/log_mute.h"
#include "engine_core/navigation/query/nav_inquiry.h"
#include "engine_core/play/bots/bot_stage.h"
#include "engine_core/scene/checks/level_checks.h"

#include <algorithm>

namespace engine
{
namespace
{
// Where phases end, as a share of the time that all take as a rule.
constexpr double AnalysisBeforeBots = 0.1;
constexpr double BotsEnd = 0.95;

NavFinding missed(const World& world, const NavTrigger& trigger)
{
    const auto place = trigger.bounds.center();
    return {NavFindingKind::Trigger,
            place,
            0,
            trigger.entity,
            fmt::format("No bot came to the trigger {} at {}, though there is ground near it.",
                        titleOf(world, trigger.entity), navPlaceText(place)),
            "Look whether a player can get to it; let the bots run longer."};
}

bool isVisited(const BotReport& bots, EntityId trigger)
{
    return std::binary_search(bots.visited.begin(), bots.visited.end(), trigger);
}

/// Whether the analytic pass has told of the edge over which a bot fell.
bool isTold(const std::vector<NavFall>& falls, const NavFinding& finding)
{
    constexpr double Near = 3.5; // metres; the bot may have run and jumped
    if (finding.kind != NavFindingKind::Fall)
        return false;
    return std::any_of(falls.begin(), falls.end(), [&](const NavFall& fall) {
        return std::any_of(fall.places.begin(), fall.places.end(), [&](const Vec3d& place) {
            return glm::distance(place, finding.place) < Near;
        });
    });
}

/// The findings of both, without what the bots disproved.
std::vector<NavFinding> together(const World& world, const ExploreReport& report, bool hasBots)
{
    std::vector<NavFinding> all;
    for (const auto& finding : report.where.findings)
        if (finding.kind != NavFindingKind::Trigger || !isVisited(report.bots, finding.entity))
            all.push_back(finding);
    for (const auto& trigger : hasBots ? report.bots.triggers : std::vector<NavTrigger>{}) {
        const bool isListed = std::any_of(all.begin(), all.end(), [&](const NavFinding& each) {
            return each.entity == trigger.entity;
        });
        if (!isListed && !isVisited(report.bots, trigger.entity))
            all.push_back(missed(world, trigger));
    }
    for (const auto& outcome : report.expectations)
        if (!outcome.holds)
            all.push_back(findingOf(world, outcome));
    for (const auto& finding : report.bots.findings)
        if (!isTold(report.where.falls, finding))
            all.push_back(finding);
    std::stable_sort(all.begin(), all.end(),
                     [](const NavFinding& a, const NavFinding& b) { return a.kind < b.kind; });
    return all;
}

/// Plays, and looks at the mesh once more from where bots came to: a lift or a script may have
/// carried them.
void addBots(BotStage& stage,
             const Project& project,
             const NavScene& scene,
             const NavMesh& mesh,
             const BotOptions& options,
             NavExploreOptions analysis,
             ExploreReport& report,
             JobControl& control)
{
    {
        const ProgressPart playing{control, AnalysisBeforeBots, BotsEnd};
        report.bots =
            runBots(stage, project, mesh, report.where, analysis.triggers, options, control);
    }
    if (control.isCancelled())
        return;
    report.heat = heatMap(mesh, report.bots.cells);
    report.expectations = expectationOutcomes(stage.world(), report.bots.runs);
    analysis.visited = report.bots.stood;
    const ProgressPart lookingAgain{control, BotsEnd, 1};
    if (auto again = exploreMesh(stage.world(), scene, mesh, analysis, control))
        report.where = *std::move(again);
}

Result<ExploreReport> exploreOn(BotStage& stage,
                                const Project& project,
                                const NavScene& scene,
                                const NavMesh& mesh,
                                const ExploreOptions& options,
                                JobControl& control)
{
    ExploreReport report;
    auto analysis = options.analysis;
    if (auto triggers = findTriggers(stage.world(), stage.setup()))
        analysis.triggers = *std::move(triggers);
    else
        report.problem = "The game does not start: " + triggers.error().message() + ".";
    auto where = [&] {
        const ProgressPart looking{control, 0, options.runsBots ? AnalysisBeforeBots : 1};
        return exploreMesh(stage.world(), scene, mesh, analysis, control);
    }();
    if (!where)
        return where.error();
    report.where = *std::move(where);
    const bool hasBots = options.runsBots && report.problem.empty() && !control.isCancelled();
    if (hasBots)
        addBots(stage, project, scene, mesh, options.bots, std::move(analysis), report, control);
    report.findings = together(stage.world(), report, hasBots && !control.isCancelled());
    return report;
}
} // namespace

double meshPartOf(const ExploreOptions& options)
{
    return options.runsBots ? 0.05 : 0.5;
}

Result<ExploreReport> explore(const World& level,
                              const Project& project,
                              const NavScene& scene,
                              const NavMesh& mesh,
                              const ExploreOptions& options,
                              JobControl& control)
{
    const LogMute quiet;
    BotStage stage{level, project};
    return exploreOn(stage, project, scene, mesh, options, control);
}

Result<ExploreReport> exploreLevel(const World& level,
                                   const Project& project,
                                   const ExploreOptions& options,
                                   JobControl& control)
{
    const LogMute quiet;
    BotStage stage{level, project};
    const auto& world = stage.world();
    const auto config = makeNavConfig(navProfiles(world).front(), navSettingsOf(world));
    if (!config)
        return config.error();
    const NavScene scene{world, &control};
    const auto built = [&] {
        const ProgressPart building{control, 0, meshPartOf(options)};
        return buildNavMesh(*config, scene, {1}, control);
    }();
    if (!built)
        return built.error();
    const ProgressPart exploring{control, meshPartOf(options), 1};
    return exploreOn(stage, project, scene, built->mesh, options, control);
}
} // namespace engine
