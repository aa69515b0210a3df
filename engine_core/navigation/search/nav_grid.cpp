#include "engine_core/navigation/search/nav_grid.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
/// The floor nearest to that height, if it can be stepped on from there.
std::optional<float> floorNear(const std::vector<float>& floors, float height, double step)
{
    std::optional<float> best;
    for (const float floor : floors)
        if (std::abs(floor - height) <= step &&
            (!best || std::abs(floor - height) < std::abs(*best - height)))
            best = floor;
    return best;
}

/// Height of the triangle's plane over a point of the ground; nothing outside of the triangle.
std::optional<float> heightOver(const Vec3f* corners, double x, double z)
{
    const Vec3d a{corners[0]};
    const Vec3d b{corners[1]};
    const Vec3d c{corners[2]};
    const double area = (b.x - a.x) * (c.z - a.z) - (c.x - a.x) * (b.z - a.z);
    if (std::abs(area) < 1e-12)
        return std::nullopt;
    const double u = ((x - a.x) * (c.z - a.z) - (c.x - a.x) * (z - a.z)) / area;
    const double v = ((b.x - a.x) * (z - a.z) - (x - a.x) * (b.z - a.z)) / area;
    constexpr double Border = -1e-6; // cells on the edge of two triangles belong to one of them
    if (u < Border || v < Border || u + v > 1 - Border)
        return std::nullopt;
    return static_cast<float>(a.y + (b.y - a.y) * u + (c.y - a.y) * v);
}
} // namespace

NavGrid::NavGrid(const Vec3d& corner, double cellSize, int width, int height)
    : m_map{width, height}
    , m_corner{corner}
    , m_cellSize{cellSize}
    , m_heights(static_cast<std::size_t>(m_map.width()) * static_cast<std::size_t>(m_map.height()))
{
    for (int y = 0; y < m_map.height(); ++y)
        for (int x = 0; x < m_map.width(); ++x)
            m_map.setFree({x, y}, false);
}

std::optional<NavGrid>
NavGrid::around(const NavMesh& mesh, const NavPoint& from, std::size_t mostCells)
{
    Aabb bounds;
    std::vector<std::vector<Vec3f>> surfaces;
    for (const auto& [coord, tile] : mesh.tiles()) {
        surfaces.push_back(mesh.surface(coord));
        for (const auto& corner : surfaces.back())
            bounds.add(Vec3d{corner});
    }
    if (bounds.isEmpty())
        return std::nullopt;
    const auto size = bounds.size();
    const double most = static_cast<double>(std::max<std::size_t>(mostCells, 1));
    const double cell = std::max({mesh.config().cellSize, std::sqrt(size.x * size.z / most),
                                  std::max(size.x, size.z) / (GridMap::MaxSize - 1)});
    NavGrid grid{bounds.min, cell, static_cast<int>(size.x / cell) + 1,
                 static_cast<int>(size.z / cell) + 1};
    std::vector<std::vector<float>> floors(grid.m_heights.size());
    for (const auto& surface : surfaces)
        grid.addSurface(surface, floors);
    const auto& config = mesh.config();
    // A slope rises by as much as a cell is long and the agent climbs.
    grid.m_step =
        std::max(config.profile.agent.stepHeight,
                 cell * std::sqrt(2.0) * std::tan(config.profile.agent.maxSlope * Pi / 180)) +
        config.cellHeight;
    grid.flood(grid.cellAt(from.position), static_cast<float>(from.position.y), floors);
    return grid;
}

GridCell NavGrid::cellAt(const Vec3d& place) const
{
    const auto index = [this](double along) {
        return static_cast<int>(std::floor(std::clamp(along / m_cellSize, -1.0, 1e6)));
    };
    return {index(place.x - m_corner.x), index(place.z - m_corner.z)};
}

Vec3d NavGrid::placeOf(const GridCell& cell) const
{
    return {m_corner.x + (cell.x + 0.5) * m_cellSize,
            m_map.contains(cell) ? m_heights[m_map.indexOf(cell)] : m_corner.y,
            m_corner.z + (cell.y + 0.5) * m_cellSize};
}

std::optional<GridCell> NavGrid::freeCellNear(const Vec3d& place) const
{
    const auto at = cellAt(place);
    const auto fits = [&](const GridCell& cell) {
        return m_map.isFree(cell) && std::abs(placeOf(cell).y - place.y) <= m_step;
    };
    if (fits(at))
        return at;
    std::optional<GridCell> best;
    for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx) {
            const GridCell cell{at.x + dx, at.y + dy};
            if (fits(cell) && (!best || glm::distance(placeOf(cell), place) <
                                            glm::distance(placeOf(*best), place)))
                best = cell;
        }
    return best;
}

/// Every height at which a triangle covers a cell's middle.
void NavGrid::addSurface(const std::vector<Vec3f>& triangles,
                         std::vector<std::vector<float>>& floors) const
{
    for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
        const auto* corners = &triangles[i];
        Aabb box;
        for (int corner = 0; corner < 3; ++corner)
            box.add(Vec3d{corners[corner]});
        const auto low = cellAt(box.min);
        const auto high = cellAt(box.max);
        for (int y = std::max(low.y, 0); y <= std::min(high.y, m_map.height() - 1); ++y)
            for (int x = std::max(low.x, 0); x <= std::min(high.x, m_map.width() - 1); ++x) {
                const auto middle = placeOf({x, y});
                if (const auto height = heightOver(corners, middle.x, middle.z))
                    floors[m_map.indexOf({x, y})].push_back(*height);
            }
    }
}

void NavGrid::flood(const GridCell& start,
                    float height,
                    const std::vector<std::vector<float>>& floors)
{
    std::vector<GridCell> front;
    const auto take = [&](const GridCell& cell, float from) {
        if (!m_map.contains(cell) || m_map.isFree(cell))
            return;
        const auto index = m_map.indexOf(cell);
        if (const auto floor = floorNear(floors[index], from, m_step)) {
            m_heights[index] = *floor;
            m_map.setFree(cell, true);
            front.push_back(cell);
        }
    };
    // The place itself may be so near to a wall that the middle of its cell is off the mesh.
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            take({start.x + dx, start.y + dy}, height);
    for (std::size_t next = 0; next < front.size(); ++next) {
        const auto cell = front[next];
        const float from = m_heights[m_map.indexOf(cell)];
        take({cell.x + 1, cell.y}, from);
        take({cell.x - 1, cell.y}, from);
        take({cell.x, cell.y + 1}, from);
        take({cell.x, cell.y - 1}, from);
    }
}
} // namespace engine
