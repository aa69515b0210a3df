#include "engine_core/navigation/search/grid_map.h"

#include <algorithm>
#include <cstdlib>

namespace engine
{
GridMap::GridMap(int width, int height)
    : m_width{std::clamp(width, 0, MaxSize)}
    , m_height{std::clamp(height, 0, MaxSize)}
    , m_free(static_cast<std::size_t>(m_width) * static_cast<std::size_t>(m_height), 1)
{
}

void GridMap::setFree(const GridCell& cell, bool free)
{
    if (contains(cell))
        m_free[indexOf(cell)] = free ? 1 : 0;
}

bool GridMap::canStep(const GridCell& from, int dx, int dy, CornerRule rule) const
{
    if (!isFree({from.x + dx, from.y + dy}))
        return false;
    if (dx == 0 || dy == 0 || rule == CornerRule::Cut)
        return true;
    const bool besideX = isFree({from.x + dx, from.y});
    const bool besideY = isFree({from.x, from.y + dy});
    return rule == CornerRule::NoSqueeze ? besideX || besideY : besideX && besideY;
}

std::uint32_t octileCost(const GridCell& from, const GridCell& to)
{
    const auto across = static_cast<std::uint32_t>(std::abs(to.x - from.x));
    const auto along = static_cast<std::uint32_t>(std::abs(to.y - from.y));
    const auto diagonal = std::min(across, along);
    return diagonal * GridMap::DiagonalCost +
           (std::max(across, along) - diagonal) * GridMap::StraightCost;
}
} // namespace engine
