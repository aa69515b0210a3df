#pragma once

#include "engine_core/play/play_session.h"

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace engine
{
/// A cube of half a metre in which something was counted.
struct BotCell
{
    static constexpr double Size = 0.5; ///< metres

    Vec3d place{0};          ///< its middle, at the lowest height that was counted in it
    std::uint32_t ticks = 0; ///< that players were there, or what else is counted
};

/// Counts at places.
class HeatCells
{
public:
    using Key = std::array<int, 3>;

    /// Of the cell that a place lies in. Places beyond all levels, where scripts may teleport to,
    /// are in the one at the origin.
    [[nodiscard]] static Key keyOf(const Vec3d& place);

    void add(const Vec3d& place, std::uint32_t count);
    void add(const HeatCells& other);

    [[nodiscard]] std::uint32_t countAt(const Vec3d& place) const;

    [[nodiscard]] std::vector<BotCell> cells() const; ///< by place

    [[nodiscard]] std::uint64_t total() const; ///< of all cells

private:
    std::map<Key, BotCell> m_cells;
};

/// Where the soles of bots were, and for how long.
class BotCells
{
public:
    void visit(const PlaySession::Player& player);
    void add(const BotCells& other);

    [[nodiscard]] std::uint32_t ticksAt(const Vec3d& place) const { return m_heat.countAt(place); }

    [[nodiscard]] std::vector<BotCell> cells() const { return m_heat.cells(); }

    /// Where somebody stood on the ground, one place for each cell.
    [[nodiscard]] std::vector<Vec3d> stood() const;

private:
    HeatCells m_heat;
    std::map<HeatCells::Key, Vec3d> m_stood;
};
} // namespace engine
