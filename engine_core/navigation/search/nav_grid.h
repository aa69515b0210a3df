#pragma once

#include "engine_core/navigation/query/nav_query.h"
#include "engine_core/navigation/search/grid_map.h"

#include <optional>
#include <vector>

namespace engine
{
/// The ground around a place as square cells: free where a cell's middle is on the mesh and can be
/// walked to from that place over neighbouring cells. Where floors lie above each other, a cell is
/// the floor that is nearer on foot. Prices of areas are not known to it; links are not followed.
class NavGrid
{
public:
    /// Cells of the mesh's own size or bigger, so that there are at most GridMap::MaxSize to a side
    /// and `mostCells` in all. Nothing if `from` is off the mesh.
    [[nodiscard]] static std::optional<NavGrid>
    around(const NavMesh& mesh, const NavPoint& from, std::size_t mostCells = 1U << 20U);

    [[nodiscard]] const GridMap& map() const { return m_map; }

    [[nodiscard]] double cellSize() const { return m_cellSize; } ///< metres

    /// May lie outside of the map.
    [[nodiscard]] GridCell cellAt(const Vec3d& place) const;

    /// The middle of a free cell, on the ground.
    [[nodiscard]] Vec3d placeOf(const GridCell& cell) const;

    /// The free cell at a place of the mesh, or a free one beside it; nothing if there is none that
    /// can be stepped on from there, such as on another floor.
    [[nodiscard]] std::optional<GridCell> freeCellNear(const Vec3d& place) const;

private:
    NavGrid(const Vec3d& corner, double cellSize, int width, int height);

    void addSurface(const std::vector<Vec3f>& triangles,
                    std::vector<std::vector<float>>& floors) const;
    void flood(const GridCell& start, float height, const std::vector<std::vector<float>>& floors);

    GridMap m_map;
    Vec3d m_corner; ///< with the lowest x and z
    double m_cellSize;
    double m_step = 0;            ///< metres up or down from cell to cell
    std::vector<float> m_heights; ///< of free cells
};
} // namespace engine
