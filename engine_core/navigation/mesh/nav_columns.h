#pragma once

#include "engine_core/navigation/mesh/nav_mesh.h"

#include <span>
#include <utility>
#include <vector>

namespace engine
{
/// The ground of one tile in square cells as big as those that it was built from, with a margin of
/// cells around it: for comparing and measuring ground, which polygons alone make hard.
class NavColumns
{
public:
    /// `margin` in cells, at most those of a tile.
    NavColumns(const NavMesh& mesh, TileCoord tile, int margin);

    /// Heights of the ground over the middle of the cell, ascending, metres; -margin <= x, z <
    /// cells() + margin.
    [[nodiscard]] std::span<const float> at(int x, int z) const;

    [[nodiscard]] int cells() const { return m_cells; } ///< along a side of the tile

    [[nodiscard]] double cellSize() const { return m_cellSize; } ///< metres

    /// The cell's middle, at height 0.
    [[nodiscard]] Vec3d middle(int x, int z) const;

private:
    void add(const NavPolygon& polygon, const NavFacets& facets);

    int m_cells;
    int m_margin;
    double m_cellSize;
    Vec3d m_origin{0};                                    ///< corner of the tile
    std::vector<std::pair<std::uint32_t, float>> m_drawn; ///< until it is sorted: cell, height
    std::vector<std::uint32_t> m_begin; ///< of each cell in m_heights, and the end of the last
    std::vector<float> m_heights;
};

/// A row of neighbouring cells that belong together.
struct NavStrip
{
    Vec3d from{0}, to{0}; ///< middles of its ends, on the ground
    int band = 0;         ///< what the cells have in common
};

/// Collects cells, row by row, into strips as long as possible.
class NavStrips
{
public:
    explicit NavStrips(double cellSize) : m_cellSize{cellSize} {}

    /// Rows from smaller to bigger Z, in each from smaller to bigger X.
    void add(const Vec3d& ground, int band);

    [[nodiscard]] const std::vector<NavStrip>& all() const { return m_strips; }

    [[nodiscard]] double area() const; ///< square metres

    [[nodiscard]] double cellSize() const { return m_cellSize; } ///< metres

private:
    double m_cellSize;
    std::vector<NavStrip> m_strips;
};

/// Ground of `one` in the tile that `other` does not have within `reach` metres sideways and
/// `height` metres up or down. Their cells and tiles may differ in size.
[[nodiscard]] NavStrips navDifference(
    const NavMesh& one, const NavMesh& other, TileCoord tile, double reach, double height);

/// How far the ground of the tile is from the nearest border of the mesh: the band is that distance
/// in steps of `step` metres, `bands` - 1 at most.
[[nodiscard]] NavStrips navClearance(const NavMesh& mesh, TileCoord tile, double step, int bands);
} // namespace engine
