#include "engine_core/scene/light/light_style.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace engine
{
namespace
{
constexpr double LettersPerSecond = 10;
constexpr char UsualLetter = 'm';

/// From 0 to below 1, without a pattern in `n` (the finalizer of D. Stafford's Mix13 for
/// SplitMix64).
double noise(std::uint64_t seed, std::int64_t n)
{
    auto x = seed * 0x9e3779b97f4a7c15U + static_cast<std::uint64_t>(n);
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    x ^= x >> 31U;
    return static_cast<double>(x >> 11U) * 0x1p-53;
}

/// The same without steps.
double smoothNoise(std::uint64_t seed, double at)
{
    const double whole = std::floor(at);
    const auto n = static_cast<std::int64_t>(whole);
    const double part = at - whole;
    const double weight = part * part * (3 - 2 * part);
    return noise(seed, n) * (1 - weight) + noise(seed, n + 1) * weight;
}

double flicker(double seconds, std::uint64_t seed)
{
    constexpr double StepsPerSecond = 15;
    const auto step = static_cast<std::int64_t>(std::floor(seconds * StepsPerSecond));
    // Fits of failing, some seconds apart.
    if (smoothNoise(seed + 1, seconds * 0.7) < 0.45)
        return 1;
    const double now = noise(seed, step);
    return now < 0.35 ? 0.08 : now < 0.5 ? 0.55 : 1;
}

double candle(double seconds, std::uint64_t seed)
{
    const double slow = smoothNoise(seed, seconds * 2.3);
    const double quick = smoothNoise(seed + 1, seconds * 9.7);
    return 0.70 + 0.22 * slow + 0.08 * quick;
}

/// What the numbers stand for in the games whose maps have them, so that these look as they did.
constexpr std::array<std::string_view, 13> Patterns{
    "m",                                                   // steady
    "mmnmmommommnonmmonqnmmo",                             // flickers
    "abcdefghijklmnopqrstuvwxyzyxwvutsrqponmlkjihgfedcba", // swells slowly
    "mmmmmaaaaammmmmaaaaaabcdefgabcdefg",                  // a candle
    "mamamamamama",                                        // a fast strobe
    "jklmnopqrstuvwxyzyxwvutsrqponmlkj",                   // pulses gently
    "nmonqnmomnmomomno",                                   // flickers
    "mmmaaaabcdefgmmmmaaaammmaamm",                        // a candle
    "mmmaaammmaaammmabcdefaaaammmmabcdefmmmaaaa",          // a candle
    "aaaaaaaazzzzzzzz",                                    // a slow strobe
    "mmamammmmammamamaaamammma",                           // a tube
    "abcdefghijklmnopqrrqponmlkjihgfedcba",                // swells, but never black for long
    "mmnnmmnnnmmnn",                                       // below water
};
} // namespace

double patternShare(std::string_view pattern, double seconds)
{
    if (pattern.empty() || !std::isfinite(seconds))
        return 1;
    pattern = pattern.substr(0, MostPatternLetters);
    const double beat = std::floor(std::max(seconds, 0.0) * LettersPerSecond);
    const auto at = static_cast<std::size_t>(std::fmod(beat, static_cast<double>(pattern.size())));
    const char letter = pattern[at] >= 'a' && pattern[at] <= 'z' ? pattern[at] : UsualLetter;
    return static_cast<double>(letter - 'a') / (UsualLetter - 'a');
}

double styleShare(const Light& light, double seconds, std::uint64_t seed)
{
    const double speed =
        std::isfinite(light.styleSpeed) ? static_cast<double>(light.styleSpeed) : 1;
    const double at = std::clamp(seconds * speed, 0.0, 1e9);
    switch (light.style) {
    case LightStyle::Steady:
        break;
    case LightStyle::Flicker:
        return flicker(at, seed);
    case LightStyle::Pulse:
        return 0.55 + 0.45 * std::cos(Pi * at); // two seconds from bright to bright
    case LightStyle::Strobe:
        return at * 2 - std::floor(at * 2) < 0.2 ? 1 : 0;
    case LightStyle::Candle:
        return candle(at, seed);
    case LightStyle::Pattern:
        return patternShare(light.pattern, at);
    }
    return 1;
}

Result<void> checkPattern(std::string_view pattern)
{
    if (pattern.size() > MostPatternLetters)
        return Error{"a pattern has at most {} letters", MostPatternLetters};
    for (const char letter : pattern)
        if (letter < 'a' || letter > 'z')
            return Error{"a pattern has the letters a to z alone, where a is dark, m usual and z "
                         "twice as bright"};
    return {};
}

std::string_view quakePattern(int style)
{
    return style >= 0 && style < static_cast<int>(Patterns.size())
               ? Patterns[static_cast<std::size_t>(style)]
               : std::string_view{};
}

int quakeStyle(std::string_view pattern)
{
    const auto at = std::find(Patterns.begin(), Patterns.end(), pattern);
    return at != Patterns.end() ? static_cast<int>(at - Patterns.begin()) : -1;
}
} // namespace engine
