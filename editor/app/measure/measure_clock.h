#pragma once

#include <chrono>

namespace editor
{
using Clock = std::chrono::steady_clock;

/// Over half a second: the window's own timer has run.
inline constexpr double SettleMilliseconds = 700;

inline double millisecondsSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}
} // namespace editor
