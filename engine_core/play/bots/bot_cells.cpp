#include "engine_core/play/bots/bot_cells.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
constexpr double FarthestCell = 1e9;
} // namespace

HeatCells::Key HeatCells::keyOf(const Vec3d& place)
{
    const auto index = [](double at) {
        const double cell = std::floor(at / BotCell::Size);
        return std::abs(cell) < FarthestCell ? static_cast<int>(cell) : 0;
    };
    return {index(place.x), index(place.y), index(place.z)};
}

void HeatCells::add(const Vec3d& place, std::uint32_t count)
{
    const auto key = keyOf(place);
    const auto [at, isNew] = m_cells.try_emplace(key);
    auto& cell = at->second;
    if (isNew)
        cell.place = {(key[0] + 0.5) * BotCell::Size, place.y, (key[2] + 0.5) * BotCell::Size};
    cell.place.y = std::min(cell.place.y, place.y);
    cell.ticks += count;
}

void HeatCells::add(const HeatCells& other)
{
    for (const auto& [key, theirs] : other.m_cells) {
        const auto [at, isNew] = m_cells.try_emplace(key, theirs);
        if (isNew)
            continue;
        at->second.place.y = std::min(at->second.place.y, theirs.place.y);
        at->second.ticks += theirs.ticks;
    }
}

std::uint32_t HeatCells::countAt(const Vec3d& place) const
{
    const auto at = m_cells.find(keyOf(place));
    return at != m_cells.end() ? at->second.ticks : 0;
}

std::uint64_t HeatCells::total() const
{
    std::uint64_t sum = 0;
    for (const auto& [key, cell] : m_cells)
        sum += cell.ticks;
    return sum;
}

std::vector<BotCell> HeatCells::cells() const
{
    std::vector<BotCell> cells;
    cells.reserve(m_cells.size());
    for (const auto& [key, cell] : m_cells)
        cells.push_back(cell);
    return cells;
}

void BotCells::visit(const PlaySession::Player& player)
{
    m_heat.add(player.position, 1);
    if (player.grounded)
        m_stood.try_emplace(HeatCells::keyOf(player.position), player.position);
}

void BotCells::add(const BotCells& other)
{
    m_heat.add(other.m_heat);
    m_stood.insert(other.m_stood.begin(), other.m_stood.end());
}

std::vector<Vec3d> BotCells::stood() const
{
    std::vector<Vec3d> places;
    places.reserve(m_stood.size());
    for (const auto& [key, place] : m_stood)
        places.push_back(place);
    return places;
}
} // namespace engine
