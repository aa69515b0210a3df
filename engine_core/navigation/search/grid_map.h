#pragma once

#include <cstdint>
#include <vector>

namespace engine
{
struct GridCell
{
    int x = 0;
    int y = 0;

    friend bool operator==(const GridCell&, const GridCell&) = default;
};

/// Which diagonal steps past blocked cells are allowed. All are the same where nothing is blocked.
enum class CornerRule
{
    Cut,       ///< always, also between two blocked cells that touch at the corner
    NoSqueeze, ///< if one of the two cells beside the step is free
    NoCutting  ///< if both are: for agents that have a width
};

/// Squares that are free or blocked, eight neighbours each. Beyond its border all is blocked.
class GridMap
{
public:
    static constexpr std::uint32_t StraightCost = 5; ///< with DiagonalCost near 1 to root 2
    static constexpr std::uint32_t DiagonalCost = 7;
    static constexpr int MaxSize = 8192; ///< cells along a side

    /// All free. Sizes are clamped to 0..MaxSize.
    GridMap(int width, int height);

    [[nodiscard]] int width() const { return m_width; }

    [[nodiscard]] int height() const { return m_height; }

    [[nodiscard]] bool contains(const GridCell& cell) const
    {
        return cell.x >= 0 && cell.y >= 0 && cell.x < m_width && cell.y < m_height;
    }

    [[nodiscard]] bool isFree(const GridCell& cell) const
    {
        return contains(cell) && m_free[indexOf(cell)] != 0;
    }

    /// Cells outside are ignored.
    void setFree(const GridCell& cell, bool free);

    /// Whether one can go from a free cell to a neighbour; dx and dy are -1, 0 or 1.
    [[nodiscard]] bool canStep(const GridCell& from, int dx, int dy, CornerRule rule) const;

    /// Of a cell inside.
    [[nodiscard]] std::uint32_t indexOf(const GridCell& cell) const
    {
        return static_cast<std::uint32_t>(cell.y) * static_cast<std::uint32_t>(m_width) +
               static_cast<std::uint32_t>(cell.x);
    }

    [[nodiscard]] GridCell cellAt(std::uint32_t index) const
    {
        const auto width = static_cast<std::uint32_t>(m_width);
        return {static_cast<int>(index % width), static_cast<int>(index / width)};
    }

private:
    int m_width;
    int m_height;
    std::vector<std::uint8_t> m_free;
};

/// The cost between two cells where nothing is blocked ("octile distance").
[[nodiscard]] std::uint32_t octileCost(const GridCell& from, const GridCell& to);
} // namespace engine
