#include "engine_core/navigation/search/jump_points.h"

#include <array>

namespace engine
{
namespace
{
constexpr GraphNode StatesPerCell = 9; ///< eight directions, and "from nowhere"

GridCell moved(const GridCell& cell, int dx, int dy)
{
    return {cell.x + dx, cell.y + dy};
}
} // namespace

GraphNode GridGraph::nodeCount() const
{
    return static_cast<GraphNode>(m_map.width()) * static_cast<GraphNode>(m_map.height());
}

void GridGraph::findSteps(GraphNode from, std::vector<GraphStep>& steps) const
{
    steps.clear();
    const auto cell = m_map.cellAt(from);
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if ((dx != 0 || dy != 0) && m_map.canStep(cell, dx, dy, m_rule))
                steps.push_back({m_map.indexOf(moved(cell, dx, dy)), dx != 0 && dy != 0
                                                                         ? GridMap::DiagonalCost
                                                                         : GridMap::StraightCost});
}

bool GridGraph::isGoal(GraphNode node) const
{
    return m_map.cellAt(node) == m_goal;
}

/// At most eight, without memory from the heap: it is asked for at every node.
class JumpPointGraph::Directions
{
public:
    void add(int x, int y) { m_all[m_count++] = {x, y}; }

    [[nodiscard]] const Direction* begin() const { return m_all.data(); }

    [[nodiscard]] const Direction* end() const { return m_all.data() + m_count; }

private:
    std::array<Direction, 8> m_all{};
    std::size_t m_count = 0;
};

GraphNode JumpPointGraph::nodeCount() const
{
    return static_cast<GraphNode>(m_map.width()) * static_cast<GraphNode>(m_map.height()) *
           StatesPerCell;
}

bool JumpPointGraph::isGoal(GraphNode node) const
{
    return cellOf(node) == m_goal;
}

GraphNode JumpPointGraph::startAt(const GridCell& cell) const
{
    return nodeOf(cell, {0, 0});
}

GridCell JumpPointGraph::cellOf(GraphNode node) const
{
    return m_map.cellAt(node / StatesPerCell);
}

GraphNode JumpPointGraph::nodeOf(const GridCell& cell, Direction reached) const
{
    return m_map.indexOf(cell) * StatesPerCell +
           static_cast<GraphNode>((reached.y + 1) * 3 + reached.x + 1);
}

/// Where a cheapest path that came this way may go on; every other neighbour is reached as cheaply
/// without this cell.
JumpPointGraph::Directions JumpPointGraph::directionsFrom(const GridCell& cell,
                                                          Direction reached) const
{
    Directions all;
    const auto [dx, dy] = reached;
    const auto isBlocked = [&](int x, int y) {
        return !m_map.isFree(moved(cell, x, y));
    };
    if (dx == 0 && dy == 0) {
        for (int y = -1; y <= 1; ++y)
            for (int x = -1; x <= 1; ++x)
                if (x != 0 || y != 0)
                    all.add(x, y);
    } else if (dx != 0 && dy != 0) {
        all.add(dx, 0);
        all.add(0, dy);
        all.add(dx, dy);
        if (m_rule != CornerRule::NoCutting) {
            if (isBlocked(-dx, 0))
                all.add(-dx, dy);
            if (isBlocked(0, -dy))
                all.add(dx, -dy);
        }
    } else {
        all.add(dx, dy);
        for (const int side : {-1, 1}) {
            const int sideX = dy != 0 ? side : 0;
            const int sideY = dx != 0 ? side : 0;
            if (m_rule != CornerRule::NoCutting) {
                if (isBlocked(sideX, sideY))
                    all.add(dx + sideX, dy + sideY);
            } else if (isBlocked(sideX - dx, sideY - dy)) {
                // The corner had to be passed before turning, so the turn is here.
                all.add(sideX, sideY);
                all.add(dx + sideX, dy + sideY);
            }
        }
    }
    return all;
}

/// Whether a path that came this way may have to leave its line here because of what is blocked.
bool JumpPointGraph::mustTurn(const GridCell& cell, Direction reached) const
{
    for (const auto [x, y] : directionsFrom(cell, reached)) {
        const bool goesOn = x == reached.x && y == reached.y;
        const bool isPart = reached.x != 0 && reached.y != 0 &&
                            ((x == reached.x && y == 0) || (x == 0 && y == reached.y));
        if (!goesOn && !isPart && m_map.canStep(cell, x, y, m_rule))
            return true;
    }
    return false;
}

bool JumpPointGraph::isJumpPoint(const GridCell& cell, Direction reached) const
{
    if (cell == m_goal || mustTurn(cell, reached))
        return true;
    // A diagonal also ends where one of its straight parts leads to something.
    return reached.x != 0 && reached.y != 0 &&
           (jump(cell, {reached.x, 0}) || jump(cell, {0, reached.y}));
}

std::optional<GridCell> JumpPointGraph::jump(GridCell from, Direction direction) const
{
    while (m_map.canStep(from, direction.x, direction.y, m_rule)) {
        from = moved(from, direction.x, direction.y);
        if (isJumpPoint(from, direction))
            return from;
    }
    return std::nullopt;
}

void JumpPointGraph::findSteps(GraphNode from, std::vector<GraphStep>& steps) const
{
    steps.clear();
    const auto cell = cellOf(from);
    const int state = static_cast<int>(from % StatesPerCell);
    for (const auto direction : directionsFrom(cell, {state % 3 - 1, state / 3 - 1}))
        if (const auto next = jump(cell, direction))
            steps.push_back({nodeOf(*next, direction), octileCost(cell, *next)});
}
} // namespace engine
