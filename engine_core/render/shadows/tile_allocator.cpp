#include "engine_core/render/shadows/tile_allocator.h"

#include "engine_core/base/contract.h"

#include <algorithm>

namespace engine
{
namespace
{
/// The even bits of the number.
int everySecondBit(std::size_t number)
{
    int result = 0;
    for (unsigned bit = 0; bit < 16; ++bit)
        result |= static_cast<int>((number >> (2 * bit)) & 1U) << bit;
    return result;
}

std::size_t mortonNumber(int x, int y)
{
    std::size_t result = 0;
    for (unsigned bit = 0; bit < 16; ++bit)
        result |= (static_cast<std::size_t>(x) >> bit & 1U) << (2 * bit) |
                  (static_cast<std::size_t>(y) >> bit & 1U) << (2 * bit + 1);
    return result;
}
} // namespace

std::optional<AtlasTile> TileAllocator::take(int side)
{
    ENGINE_EXPECT(side > 0 && side <= Side && (side & (side - 1)) == 0);
    const auto length = side * side;
    for (auto run = m_taken.begin(); run != m_taken.end(); run += length) {
        if (std::find(run, run + length, true) != run + length)
            continue;
        std::fill(run, run + length, true);
        const auto first = static_cast<std::size_t>(run - m_taken.begin());
        return AtlasTile{everySecondBit(first), everySecondBit(first >> 1U), side};
    }
    return std::nullopt;
}

void TileAllocator::give(const AtlasTile& tile)
{
    const auto first = m_taken.begin() + static_cast<std::ptrdiff_t>(mortonNumber(tile.x, tile.y));
    std::fill(first, first + tile.side * tile.side, false);
}
} // namespace engine
