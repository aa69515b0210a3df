#include "engine_core/play/bots/expectation_outcomes.h"

#include "engine_core/base/count_text.h"
#include "engine_core/scene/components/node.h"

#include <fmt/core.h>

#include <algorithm>

namespace engine
{
namespace
{
double secondsOf(std::uint64_t tick)
{
    return static_cast<double>(tick) * PlaySession::TickSeconds;
}

/// The run in which it came first, and when.
void findFirst(std::span<const BotRun> runs,
               std::optional<std::uint64_t> ExpectationSeen::*when,
               ExpectationOutcome& outcome)
{
    for (std::size_t i = 0; i < runs.size(); ++i)
        for (const auto& seen : runs[i].expectations)
            if (seen.entity == outcome.entity && seen.*when &&
                (!outcome.tick || *(seen.*when) < *outcome.tick)) {
                outcome.tick = seen.*when;
                outcome.run = i;
            }
}

void judgeArrival(const Expectation& expectation, ExpectationOutcome& outcome)
{
    const auto came = outcome.tick
                          ? fmt::format("a bot came after {:.1f} s", secondsOf(*outcome.tick))
                          : std::string{"no bot came"};
    if (expectation.expect == ExpectedOfPlay::NobodyGetsHere) {
        outcome.holds = !outcome.tick;
        outcome.message = fmt::format("Nobody gets to '{}': {}.", outcome.name, came);
        return;
    }
    outcome.holds = outcome.tick.has_value();
    if (expectation.within <= 0) {
        outcome.message = fmt::format("Somebody gets to '{}': {}.", outcome.name, came);
        return;
    }
    outcome.holds = outcome.holds && secondsOf(*outcome.tick) <= expectation.within;
    outcome.message = fmt::format("Somebody gets to '{}' within {:.1f} s: {}.", outcome.name,
                                  expectation.within, came);
}

void judgeCount(const Expectation& expectation,
                std::span<const BotRun> runs,
                ExpectationOutcome& outcome)
{
    outcome.holds = !outcome.tick;
    const auto things = static_cast<std::size_t>(std::max(expectation.count, 0));
    const auto left = [&] {
        for (const auto& seen : runs[*outcome.run].expectations)
            if (seen.entity == outcome.entity)
                return seen.left;
        return 0;
    };
    outcome.message = fmt::format(
        "Never fewer than {} with the tag '{}': {}.", countText(things, "object", "objects"),
        expectation.tag,
        outcome.tick ? fmt::format("{} after {:.1f} s", left(), secondsOf(*outcome.tick))
                     : std::string{"there always were"});
}
} // namespace

std::vector<ExpectationOutcome> expectationOutcomes(const World& world,
                                                    std::span<const BotRun> runs)
{
    std::vector<ExpectationOutcome> outcomes;
    if (runs.empty())
        return outcomes;
    world.forEach<Expectation>([&](EntityId entity, const Expectation& expectation) {
        ExpectationOutcome outcome;
        outcome.entity = entity;
        const auto* node = world.get<Node>(entity);
        outcome.name = node != nullptr && !node->name.empty()
                           ? node->name
                           : fmt::format("object {}", entity.value);
        if (expectation.expect == ExpectedOfPlay::NeverFewer) {
            findFirst(runs, &ExpectationSeen::fewer, outcome);
            judgeCount(expectation, runs, outcome);
        } else {
            findFirst(runs, &ExpectationSeen::reached, outcome);
            judgeArrival(expectation, outcome);
        }
        outcomes.push_back(std::move(outcome));
    });
    std::sort(outcomes.begin(), outcomes.end(),
              [](const auto& a, const auto& b) { return a.entity < b.entity; });
    return outcomes;
}

NavFinding findingOf(const World& world, const ExpectationOutcome& outcome)
{
    NavFinding finding;
    finding.kind = NavFindingKind::Expectation;
    finding.entity = outcome.entity;
    finding.place = worldTransform(world, outcome.entity).position;
    finding.message = "Expected: " + outcome.message;
    finding.fix =
        "Change the level so that it holds, or what is expected of it; if bots are too few "
        "or too short of time to come there, let more play for longer.";
    return finding;
}
} // namespace engine
