#pragma once

#include "engine_core/lighting/chart_packer.h"
#include "engine_core/scene/spatial/bounds_tree.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine
{
/// Each luxel is a grid of 4 x 4 cells. A set bit means that the cell's middle lies on the face and
/// in the open; the others count neither for light nor for area.
using CellMask = std::uint16_t;

inline constexpr int CellsAcross = 4;
inline constexpr CellMask AllCells = 0xffff;

/// The cells of one chart; no masks means that every cell is in the open.
struct LuxelCover
{
    std::vector<CellMask> masks; ///< of each luxel, row by row

    [[nodiscard]] CellMask at(std::size_t luxel) const
    {
        return masks.empty() ? AllCells : masks[luxel];
    }
};

/// Where the luxel reaches along one axis, in luxels: half a luxel either side of its centre, cut
/// at the chart's edges.
struct LuxelSpan
{
    float from = 0;
    float cell = 0; ///< size of one cell

    LuxelSpan(int luxel, int count)
    {
        const float low = luxel == 0 ? 0.0f : static_cast<float>(luxel) - 0.5f;
        const float high =
            luxel == count - 1 ? static_cast<float>(luxel) : static_cast<float>(luxel) + 0.5f;
        from = low;
        cell = (high - low) / static_cast<float>(CellsAcross);
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

private:
    std::span<const StaticBrush> m_brushes;
    double m_offset;
    BoundsTree m_tree;
};
} // namespace engine
