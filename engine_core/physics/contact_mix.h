#pragma once

namespace engine
{
/// What stands still and says nothing else.
inline constexpr double StandingFriction = 0.5;
inline constexpr double StandingRestitution = 0.5;

/// Friction between two surfaces of 0 to 1, weighted towards the slippery one: ice on anything
/// slides before rubber does. Lies between the two, is the same for both orders, and grows with
/// each. Numbers outside of 0 to 1 are clamped, NaN is 0: the weights hold only there.
[[nodiscard]] double combinedFriction(double a, double b);

/// The same for the part of the speed that comes back, weighted towards what is extreme: what
/// bounces well or not at all says more than what is in between.
[[nodiscard]] double combinedRestitution(double a, double b);
} // namespace engine
