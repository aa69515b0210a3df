#pragma once

#include <cstdint>

namespace engine
{
/// A number from 0 to 1; the state counts on. splitmix64 (Steele et al., 2014): small, and the same
/// on every machine.
[[nodiscard]] inline double nextRandom(std::uint64_t& state)
{
    auto z = state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return static_cast<double>((z ^ (z >> 31U)) >> 11U) * 0x1p-53;
}
} // namespace engine
