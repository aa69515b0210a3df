#include "engine_core/play/bots/bot_cells.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
constexpr double FarthestCell = 1e9;
} // namespace

BotCells::Key BotCells::keyOf(const Vec3d& foot)
{
    const auto index = [](double at) {
        const double cell = std::floor(at / BotCell::Size);
        return std::abs(cell) < FarthestCell ? static_cast<int>(cell) : 0; // scripts may teleport
    };
    return {index(foot.x), index(foot.y), index(foot.z)};
}

void BotCells::visit(const PlaySession::Player& player)
{
    const auto key = keyOf(player.position);
    const auto [at, isNew] = m_cells.try_emplace(key);
    auto& [cell, stood] = at->second;
    if (isNew)
        cell.place = {(key[0] + 0.5) * BotCell::Size, player.position.y,
                      (key[2] + 0.5) * BotCell::Size};
    cell.place.y = std::min(cell.place.y, player.position.y);
    ++cell.ticks;
    if (player.grounded && !stood)
        stood = player.position;
}

void BotCells::add(const BotCells& other)
{
    for (const auto& [key, visited] : other.m_cells) {
        const auto [at, isNew] = m_cells.try_emplace(key, visited);
        if (isNew)
            continue;
        auto& [cell, stood] = at->second;
        cell.place.y = std::min(cell.place.y, visited.cell.place.y);
        cell.ticks += visited.cell.ticks;
        if (!stood)
            stood = visited.stood;
    }
}

std::uint32_t BotCells::ticksAt(const Vec3d& place) const
{
    const auto at = m_cells.find(keyOf(place));
    return at != m_cells.end() ? at->second.cell.ticks : 0;
}

std::vector<BotCell> BotCells::cells() const
{
    std::vector<BotCell> cells;
    cells.reserve(m_cells.size());
    for (const auto& [key, visited] : m_cells)
        cells.push_back(visited.cell);
    return cells;
}

std::vector<Vec3d> BotCells::stood() const
{
    std::vector<Vec3d> places;
    for (const auto& [key, visited] : m_cells)
        if (visited.stood)
            places.push_back(*visited.stood);
    return places;
}
} // namespace engine
