#pragma once

#include "engine_core/base/result.h"
#include "engine_core/scene/components/light.h"

#include <cstdint>
#include <string_view>

namespace engine
{
/// Longer patterns are refused by checkPattern() and repeat after so many letters.
inline constexpr std::size_t MostPatternLetters = 1000;

/// The share of its strength that a light with a style gives at that time of the game, from 0 to
/// about 2: the same for the same arguments, on every machine. Lights of unequal `seed` flicker and
/// burn differently; pulses, strobes and patterns keep time with each other.
[[nodiscard]] double styleShare(const Light& light, double seconds, std::uint64_t seed);

/// The share that letters say: a nothing, m all, z 25/12; others count as m. Ten letters a second,
/// over and over, without steps in between, as in Quake. An empty pattern is steady.
[[nodiscard]] double patternShare(std::string_view pattern, double seconds);

/// An Error for letters outside of a..z and for too many.
[[nodiscard]] Result<void> checkPattern(std::string_view pattern);

/// The patterns that Quake and its kin know by number: of the keys "style" and "_style" of their
/// lights, 0 to 12. Empty for other numbers.
[[nodiscard]] std::string_view quakePattern(int style);

/// The number of a pattern in Quake; -1 if it has none.
[[nodiscard]] int quakeStyle(std::string_view pattern);
} // namespace engine
