#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace mapwright::test
{
/// A .map of everything that such files hold, and what is in it.
struct MixedMap
{
    std::string text;
    std::size_t brushes = 0;
    std::size_t patches = 0;
    std::size_t entities = 0;
};

/// Seeded. The seed's remainder by 3 chooses Standard, Valve 220 or brush primitives. Boxes along
/// the axes and turned, prisms, wedges and slivers, some of them 32 km out; turned, mirrored,
/// skewed, tiny and huge textures under all kinds of names; groups in groups, doors, entities of
/// unknown classes with odd keys; curved patches in between.
[[nodiscard]] MixedMap generateMixedMap(std::uint64_t seed);
} // namespace mapwright::test
