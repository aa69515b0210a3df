#include "engine_core/play/playtest/playtest.h"

#include "engine_core/base/log_mute.h"
#include "engine_core/play/bots/bot_stage.h"
#include "engine_core/play/playtest/reduce_inputs.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace engine
{
namespace
{
constexpr double ExplorePart = 0.8;            ///< of the time; the rest makes recordings shorter
constexpr std::uint64_t TicksToReduce = 60000; ///< that are played for one finding at most
constexpr std::size_t MostReduced = 20;        ///< findings
constexpr double GotAway = 1.0;                ///< metres: who gets so far is not stuck
constexpr std::size_t Struggle = 12 * 60;      ///< ticks of trying to get away that stay

InputRecording recordingOf(std::span<const BotInput> inputs, std::uint64_t seed)
{
    InputRecording recording;
    recording.seed = seed;
    recording.ticks.reserve(inputs.size());
    for (const auto& each : inputs)
        recording.ticks.push_back(each.input());
    return recording;
}

/// Plays parts of runs again.
class Replays
{
public:
    Replays(BotStage& stage, const JobControl& control) : m_stage{stage}, m_control{control} {}

    /// Whether the inputs lead to what the finding says.
    [[nodiscard]] bool
    show(std::span<const BotInput> inputs, std::uint64_t seed, const NavFinding& finding)
    {
        auto setup = m_stage.setup();
        setup.seed = seed;
        const auto session = PlaySession::start(m_stage.world(), setup);
        if (!session)
            return false;
        auto& game = **session;
        SightingWatch watch{game};
        const auto struggle = inputs.size() - std::min(inputs.size(), Struggle);
        Vec3d spot{0};
        for (std::size_t i = 0; i < inputs.size() && !m_control.isCancelled(); ++i) {
            game.tick(inputs[i].input());
            if (game.hasEnded())
                return false;
            for (const auto& sighting : watch.look(game))
                if (isOf(finding, sighting))
                    return true;
            if (finding.kind != NavFindingKind::Stuck)
                continue;
            const auto foot = game.player().position;
            if (i == struggle)
                spot = foot;
            if (i >= struggle && glm::distance(foot, spot) > GotAway)
                return false;
        }
        BotSighting stuck;
        stuck.place = game.player().position;
        return !m_control.isCancelled() && isOf(finding, stuck);
    }

    /// Whether the inputs bring the player to where the expectation is.
    [[nodiscard]] bool
    arrive(std::span<const BotInput> inputs, std::uint64_t seed, EntityId expectation)
    {
        auto setup = m_stage.setup();
        setup.seed = seed;
        const auto session = PlaySession::start(m_stage.world(), setup);
        if (!session)
            return false;
        ExpectationWatch watch{**session};
        bool hasLeft = false;
        const auto leaving = (*session)->worldChanged.connect([&hasLeft] { hasLeft = true; });
        for (std::size_t i = 0; i < inputs.size() && !hasLeft; ++i) {
            if (m_control.isCancelled() || (*session)->hasEnded())
                return false;
            (*session)->tick(inputs[i].input());
            if (hasLeft || (*session)->hasEnded())
                watch.leave(i + 1);
            else
                watch.look(**session);
            for (const auto& seen : watch.seen())
                if (seen.entity == expectation && (seen.reached || seen.fewer))
                    return true;
        }
        return false;
    }

private:
    BotStage& m_stage;
    const JobControl& m_control;
};

/// The inputs of a run up to and with a tick.
std::vector<BotInput> upTo(const BotRun& run, std::uint64_t tick)
{
    const auto length = std::min<std::size_t>(tick, run.inputs.size());
    return {run.inputs.begin(), run.inputs.begin() + static_cast<std::ptrdiff_t>(length)};
}

/// The run that came upon it after the fewest ticks.
void findRun(const std::vector<BotRun>& runs, PlaytestFinding& finding, const BotRun*& shortest)
{
    std::set<std::pair<BotStyle, unsigned>> bots;
    for (const auto& run : runs) {
        const auto at =
            std::find_if(run.sightings.begin(), run.sightings.end(),
                         [&](const BotSighting& sighting) { return isOf(finding.what, sighting); });
        if (at == run.sightings.end())
            continue;
        bots.emplace(run.number.style, run.number.number);
        if (shortest != nullptr && *finding.tick <= at->tick)
            continue;
        finding.tick = at->tick;
        shortest = &run;
    }
    finding.count = bots.size();
}

std::vector<PlaytestFinding> findingsOf(const ExploreReport& report,
                                        const PlaytestOptions& options,
                                        Replays& replays,
                                        const JobControl& control)
{
    std::vector<PlaytestFinding> findings;
    std::size_t reduced = 0;
    for (const auto& what : report.findings) {
        if (what.kind == NavFindingKind::Expectation)
            continue;
        auto& finding = findings.emplace_back();
        finding.what = what;
        const BotRun* run = nullptr;
        findRun(report.bots.runs, finding, run);
        if (run == nullptr)
            continue;
        finding.bot = fmt::format("{} {}", botStyleName(run->number.style), run->number.number);
        auto inputs = upTo(*run, *finding.tick);
        if (options.reduces && reduced++ < MostReduced) {
            const auto shows = [&](std::span<const BotInput> some) {
                return replays.show(some, run->number.seed, what);
            };
            // A struggle to get away is part of what shows that one cannot.
            const std::size_t fixed = what.kind == NavFindingKind::Stuck ? Struggle : 1;
            inputs = reduceInputs(std::move(inputs), fixed, TicksToReduce, shows, control);
        }
        finding.tick = inputs.size();
        finding.shown = recordingOf(inputs, run->number.seed);
    }
    return findings;
}

std::vector<PlaytestExpectation> expectationsOf(const World& level,
                                                ExploreReport& report,
                                                const PlaytestOptions& options,
                                                Replays& replays,
                                                const JobControl& control)
{
    std::vector<PlaytestExpectation> expectations;
    const auto isArrival = [&](EntityId entity) {
        const auto* expectation = level.get<Expectation>(entity);
        return expectation != nullptr && expectation->expect == ExpectedOfPlay::SomebodyGetsHere;
    };
    for (auto& what : report.expectations) {
        auto& expectation = expectations.emplace_back();
        if (what.run && what.tick) {
            const auto& run = report.bots.runs[*what.run];
            auto inputs = upTo(run, *what.tick);
            const auto shows = [&](std::span<const BotInput> some) {
                return replays.arrive(some, run.number.seed, what.entity);
            };
            // Of who came too late, a shorter way would prove the contrary.
            if (!what.holds && options.reduces && !isArrival(what.entity))
                inputs = reduceInputs(std::move(inputs), 1, TicksToReduce, shows, control);
            what.tick = inputs.size();
            expectation.shown = recordingOf(inputs, run.number.seed);
        }
        expectation.what = std::move(what);
    }
    return expectations;
}
} // namespace

Result<PlaytestReport> playtestLevel(const World& level,
                                     const Project& project,
                                     const PlaytestOptions& options,
                                     JobControl& control)
{
    ExploreOptions exploring;
    exploring.runsBots = true;
    exploring.bots.bots = options.bots;
    exploring.bots.seconds = options.seconds;
    exploring.bots.seed = options.seed;
    exploring.bots.threads = options.threads;
    exploring.bots.keepsInputs = true;
    exploring.bots.styles = {BotStyle::Runner, BotStyle::Seeker, BotStyle::WallHugger,
                             BotStyle::Wanderer};
    auto explored = [&] {
        const ProgressPart part{control, 0, ExplorePart};
        return exploreLevel(level, project, exploring, control);
    }();
    if (!explored)
        return explored.error();
    const LogMute quiet;
    BotStage stage{level, project};
    Replays replays{stage, control};
    PlaytestReport report;
    report.findings = findingsOf(*explored, options, replays, control);
    report.expectations = expectationsOf(level, *explored, options, replays, control);
    report.ticks = explored->bots.ticks;
    report.seconds = explored->bots.seconds;
    report.hash = explored->bots.hash;
    report.problem = explored->problem.empty() ? explored->bots.problem : explored->problem;
    control.setProgress(1);
    return report;
}
} // namespace engine
