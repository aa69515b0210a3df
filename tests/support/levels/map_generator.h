#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace mapwright::test
{
/// A Quake .map as text (Valve 220): a lattice of brushes of which six in ten are boxes along the
/// axes, two are turned boxes and two are upright pillars of 8 or 16 sides. The same for the same
/// count and seed.
[[nodiscard]] std::string generateMap(std::size_t brushes, std::uint64_t seed);
} // namespace mapwright::test
