#include "engine_core/play/bots/play_bots.h"

#include "engine_core/base/log_mute.h"
#include "engine_core/navigation/query/nav_inquiry.h"
#include "engine_core/play/bots/bot_stage.h"
#include "engine_core/play/play_state.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/nav_walker.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

namespace engine
{
namespace
{
constexpr double SameSpot = 1.5; ///< metres; stuck spots so near are one
constexpr std::size_t MostSpots = 200;
constexpr unsigned Rounds = 4; ///< in which bots play side by side, knowing where others were

std::vector<NavTrigger> triggersOf(const PlaySession& session)
{
    std::vector<NavTrigger> triggers;
    const auto& world = session.world();
    auto entities = session.touchListeners();
    world.forEach<Mover>([&](EntityId entity, const Mover& mover) {
        if (!mover.collides)
            entities.push_back(entity);
    });
    std::sort(entities.begin(), entities.end());
    entities.erase(std::unique(entities.begin(), entities.end()), entities.end());
    for (const auto entity : entities) {
        const bool walks =
            world.get<Character>(entity) != nullptr || world.get<NavWalker>(entity) != nullptr;
        const auto bounds = bodyBounds(world, entity);
        if (!walks && !bounds.isEmpty())
            triggers.push_back({entity, bounds});
    }
    return triggers;
}

NavFinding findingOf(const BotSighting& sighting)
{
    NavFinding finding;
    finding.kind = sighting.kind;
    finding.place = sighting.place;
    finding.entity = sighting.entity;
    const auto place = navPlaceText(sighting.place);
    if (sighting.kind == NavFindingKind::ScriptError) {
        finding.message = fmt::format("A script failed: {}.", sighting.message);
        finding.fix = "Mend the script at that line.";
    } else if (sighting.kind == NavFindingKind::Stuck) {
        finding.message = fmt::format("A bot got stuck at {} and could not get away.", place);
        finding.fix = "Fill the gap, make it wider, or build a way out.";
    } else {
        finding.message = fmt::format("A bot fell out of the level near {}.", place);
        finding.fix = "Close the gap or put a wall there.";
    }
    return finding;
}

/// One thread's part of a round.
class Worker
{
public:
    Worker(BotStage& stage,
           const BotGround& ground,
           const BotOptions& options,
           JobControl& control,
           const std::function<void()>& ticked)
        : m_stage{stage}, m_ground{ground}, m_options{options}, m_control{control}, m_ticked{ticked}
    {
    }

    /// The bot of that number among all.
    [[nodiscard]] Result<std::vector<BotRun>> play(unsigned number, const BotCells& earlier)
    {
        BotTask task;
        const auto styles = static_cast<unsigned>(m_options.styles.size());
        task.number.number = number / styles;
        task.number.of = (m_options.bots - number % styles + styles - 1) / styles;
        task.number.seed = m_options.seed + number;
        task.number.style = m_options.styles[number % styles];
        task.ticks = static_cast<std::uint64_t>(m_options.seconds / PlaySession::TickSeconds);
        task.keepsInputs = m_options.keepsInputs;
        task.earlier = &earlier;
        return runBot(m_stage.world(), m_stage.setup(), m_ground, task, m_control, m_ticked);
    }

private:
    BotStage& m_stage;
    const BotGround& m_ground;
    const BotOptions& m_options;
    JobControl& m_control;
    const std::function<void()>& m_ticked;
};

/// Bots `first` to `end` - 1, each worker taking the next one; by their numbers.
std::vector<std::optional<Result<std::vector<BotRun>>>>
playRound(std::vector<Worker>& workers, unsigned first, unsigned end, const BotCells& earlier)
{
    std::vector<std::optional<Result<std::vector<BotRun>>>> runs(end - first);
    std::atomic<unsigned> next{first};
    const auto work = [&](Worker& worker) {
        const LogMute quiet;
        for (unsigned number = next++; number < end; number = next++) {
            auto& run = runs[number - first];
            try {
                run.emplace(worker.play(number, earlier));
            } catch (...) {
                run.emplace(Error{"{}", reasonOfCurrentException()});
            }
        }
    };
    {
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < std::min<std::size_t>(workers.size(), end - first); ++i)
            others.emplace_back([&, i] { work(workers[i]); });
        work(workers.front());
    }
    return runs;
}

/// What all found together.
void gather(const BotCells& cells, BotReport& report)
{
    Hasher hasher;
    for (const auto& run : report.runs) {
        report.ticks += run.ticks;
        hasher.add(run.hash);
        report.visited.insert(report.visited.end(), run.visited.begin(), run.visited.end());
        for (const auto& sighting : run.sightings) {
            auto& findings = report.findings;
            const bool isKnown =
                std::any_of(findings.begin(), findings.end(),
                            [&](const NavFinding& finding) { return isOf(finding, sighting); });
            if (!isKnown && findings.size() < MostSpots)
                findings.push_back(findingOf(sighting));
        }
    }
    std::sort(report.visited.begin(), report.visited.end());
    report.visited.erase(std::unique(report.visited.begin(), report.visited.end()),
                         report.visited.end());
    report.cells = cells.cells();
    report.stood = cells.stood();
    report.hash = hasher.result();
}

BotOptions withinLimits(BotOptions options)
{
    options.bots = std::clamp(options.bots, 1U, 64U);
    options.seconds = std::clamp(options.seconds, 1.0, 3600.0);
    if (options.styles.empty())
        options.styles.push_back(BotStyle::Seeker);
    if (options.threads == 0)
        options.threads = std::max(1U, std::thread::hardware_concurrency());
    return options;
}
} // namespace

bool isOf(const NavFinding& finding, const BotSighting& sighting)
{
    if (finding.kind != sighting.kind)
        return false;
    return sighting.kind == NavFindingKind::ScriptError
               ? finding.message == findingOf(sighting).message
               : glm::distance(finding.place, sighting.place) < SameSpot;
}

Result<std::vector<NavTrigger>> findTriggers(const World& level, const PlaySetup& setup)
{
    const auto session = PlaySession::start(level, setup);
    if (!session)
        return session.error();
    return triggersOf(**session);
}

BotReport runBots(BotStage& first,
                  const Project& project,
                  const NavMesh& mesh,
                  const NavExploration& where,
                  std::vector<NavTrigger> triggers,
                  const BotOptions& wanted,
                  JobControl& control)
{
    const auto started = std::chrono::steady_clock::now();
    const auto options = withinLimits(wanted);
    BotReport report;
    report.triggers = std::move(triggers);
    const BotGround ground{mesh, where, report.triggers};
    std::atomic<std::uint64_t> ticks{0};
    const auto total = options.bots * options.seconds / PlaySession::TickSeconds;
    const std::function<void()> ticked = [&] {
        if (const auto done = ++ticks; done % 60 == 0)
            control.setProgress(static_cast<double>(done) / total);
    };
    const unsigned aRound = std::max(2U, (options.bots + Rounds - 1) / Rounds);
    std::vector<std::unique_ptr<BotStage>> stages;
    std::vector<Worker> workers;
    workers.emplace_back(first, ground, options, control, ticked);
    while (workers.size() < std::min({options.threads, aRound, options.bots})) {
        auto& stage = stages.emplace_back(std::make_unique<BotStage>(first.world(), project));
        workers.emplace_back(*stage, ground, options, control, ticked);
    }
    BotCells cells;
    for (unsigned number = 0; number < options.bots && report.problem.empty(); number += aRound) {
        if (control.isCancelled())
            break;
        const auto end = std::min(number + aRound, options.bots);
        BotCells round;
        for (auto& played : playRound(workers, number, end, cells)) {
            if (!*played) {
                report.problem = played->error().message();
                continue;
            }
            for (auto& run : **played) {
                round.add(run.cells);
                report.runs.push_back(std::move(run));
            }
        }
        cells.add(round);
    }
    gather(cells, report);
    report.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return report;
}
} // namespace engine
