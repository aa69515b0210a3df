#pragma once

#include "engine_core/scripting/binding/script_binder.h"

#include <functional>

namespace engine
{
/// Seconds are counted in so many ticks.
inline constexpr double TaskTicksPerSecond = 60;

/// Coroutines and timers for scripts of a game: start, after, every, wait and what belongs to them.
[[nodiscard]] Result<void> bindTasks(ScriptBinder& binder);

/// Suspends the coroutine that calls a native until `step`, asked in each tick from the next one
/// on, answers true. `what` names the native: any other caller gets an exception with it. What
/// `step` refers to outlives the session's scripts.
void waitInScript(const char* what, std::function<bool()> step);
} // namespace engine
