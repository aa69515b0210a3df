#pragma once

#include <algorithm>

namespace engine
{
/// How a change speeds up and slows down.
enum class Ease
{
    Linear,
    QuadraticIn,
    QuadraticOut,
    QuadraticInOut,
    CubicIn,
    CubicOut,
    CubicInOut
};

/// How much of a change is done after the share t of its time. 0 at 0, 1 at 1; t is clamped to
/// that.
[[nodiscard]] constexpr double eased(Ease ease, double t)
{
    t = std::clamp(t, 0.0, 1.0);
    const double left = 1 - t;
    switch (ease) {
    case Ease::Linear:
        break;
    case Ease::QuadraticIn:
        return t * t;
    case Ease::QuadraticOut:
        return 1 - left * left;
    case Ease::QuadraticInOut:
        return t < 0.5 ? 2 * t * t : 1 - 2 * left * left;
    case Ease::CubicIn:
        return t * t * t;
    case Ease::CubicOut:
        return 1 - left * left * left;
    case Ease::CubicInOut:
        return t < 0.5 ? 4 * t * t * t : 1 - 4 * left * left * left;
    }
    return t;
}

static_assert(eased(Ease::CubicInOut, 0.5) == 0.5 && eased(Ease::QuadraticOut, 2) == 1);
} // namespace engine
