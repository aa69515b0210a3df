#pragma once

#include "engine_core/base/jobs.h"
#include "engine_core/play/bots/bot_run.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace engine
{
/// Whether inputs, played from the start of a level, still show what they are to show.
using ShowsIt = std::function<bool(std::span<const BotInput>)>;

/// The inputs without stretches that are not needed: halves are left out, then quarters, and so on
/// down to a quarter of a second, as long as `shows` says yes and the ticks that it plays stay
/// within `budget`, in which a first look at all of them counts too. After Zeller and Hildebrandt,
/// "Simplifying and Isolating Failure-Inducing Input" (2002). The last `fixed` ones stay; inputs
/// that do not show it stay as they are.
[[nodiscard]] std::vector<BotInput> reduceInputs(std::vector<BotInput> inputs,
                                                 std::size_t fixed,
                                                 std::uint64_t budget,
                                                 const ShowsIt& shows,
                                                 const JobControl& control);
} // namespace engine
