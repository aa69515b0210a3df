#pragma once

#include "engine_core/lighting/edges/wall_cuts.h"
#include "engine_core/scene/spatial/bounds_tree.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace engine
{
/// Each luxel is a grid of 4 x 4 cells. A set bit means that the cell's middle lies on the face and
/// in the open; the others count neither for light nor for area.
using CellMask = std::uint16_t;

inline constexpr int CellsAcross = 4;
inline constexpr CellMask AllCells = 0xffff;

/// The cells of one chart; no masks means that every cell is in the open. Of a luxel that a wall
/// runs through, only the cells on one side of it count.
struct LuxelCover
{
    std::vector<CellMask> masks; ///< of each luxel, row by row
    std::shared_ptr<const WallCuts> cuts; ///< null, or not empty

    [[nodiscard]] CellMask at(std::size_t luxel) const
    {
        return masks.empty() ? AllCells : masks[luxel];
    }
};

/// Which part of the luxel is lit along one axis, in luxels: half of `foot` either side of its
/// centre, cut at the chart's edges.
struct LuxelSpan
{
    float from = 0;
    float cell = 0; ///< size of one cell

    LuxelSpan(int luxel, int count, float foot)
    {
        const auto middle = static_cast<float>(luxel);
        const float low = luxel == 0 ? 0.0f : middle - 0.5f * foot;
        const float high = luxel == count - 1 ? middle : middle + 0.5f * foot;
        from = low;
        cell = (high - low) / static_cast<float>(CellsAcross);
    }

    [[nodiscard]] static LuxelSpan alongX(const BakeChart& chart, int x)
    {
        return {x, chart.width, chart.footX};
    }

    [[nodiscard]] static LuxelSpan alongY(const BakeChart& chart, int y)
    {
        return {y, chart.height, chart.footY};
    }
};

/// Finds what of a face lies inside other brushes or outside its own polygon.
class CoverFinder
{
public:
    /// `brushes` are in world space and outlive the finder. Samples lie `offset` metres in front
    /// of faces.
    CoverFinder(std::span<const StaticBrush> brushes, double offset);

    [[nodiscard]] LuxelCover coverOf(const BakeChart& chart) const;

    /// Whether the place lies inside of a brush.
    [[nodiscard]] bool isBuried(const Vec3d& place) const;

    [[nodiscard]] double offset() const { return m_offset; }

private:
    std::span<const StaticBrush> m_brushes;
    double m_offset;
    BoundsTree m_tree;
};
} // namespace engine
