#pragma once

#include "engine_core/navigation/survey/nav_explore.h"
#include "engine_core/play/bots/bot_run.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine
{
/// What became of an Expectation after bots have played.
struct ExpectationOutcome
{
    EntityId entity;
    std::string name; ///< of the entity; "object 12" if it has none
    bool holds = false;
    std::string message; ///< one sentence: what was expected, and what happened

    /// The run that shows it, an index, and the tick at which; nothing if no run came there.
    std::optional<std::size_t> run;
    std::optional<std::uint64_t> tick;
};

/// One for each expectation of the level, by ascending ids: what somebody should do holds if one
/// run did it, what nobody should if none did. A level that no run played shows nothing.
[[nodiscard]] std::vector<ExpectationOutcome> expectationOutcomes(const World& world,
                                                                  std::span<const BotRun> runs);

/// What a failed one looks like among findings.
[[nodiscard]] NavFinding findingOf(const World& world, const ExpectationOutcome& outcome);
} // namespace engine
