#pragma once

#include "engine_core/math/types.h"

#include <cstdint>
#include <span>
#include <vector>

struct rcHeightfield;

namespace engine
{
/// One face of a convex solid as it is drawn into a heightfield.
struct RasterFace
{
    std::span<const Vec3d>
        corners;           ///< in cells along x and z, metres along y, from the field's corner
    bool isLevel = false;  ///< all corners at one height
    std::uint8_t area = 0; ///< Recast's: 0 is no ground
};

/// Draws convex solids into a Recast heightfield as one span from bottom to top in every column, so
/// that no ground is ever found inside of them; triangles alone, as Recast draws them, leave
/// solids hollow. Columns are those that rcRasterizeTriangle would touch. Keeps buffers between
/// calls; one for each thread.
class SolidRaster
{
public:
    /// `stepCells` decides whose area counts where tops are close, as in Recast. False if memory
    /// ran out.
    [[nodiscard]] bool draw(std::span<const RasterFace> faces, int stepCells, rcHeightfield& field);

private:
    struct Column
    {
        double bottom = 0, top = 0;
        std::uint8_t area = 0;
        bool isTouched = false;
    };

    void drawFace(const RasterFace& face, double mergeHeight);
    void drawRow(const RasterFace& face, int row, std::span<const Vec3d> slab, double mergeHeight);
    void touch(int column, int row, double low, double high, std::uint8_t area, double mergeHeight);

    int m_minX = 0, m_minZ = 0, m_width = 0, m_depth = 0; ///< the columns that are drawn
    std::vector<Column> m_columns;
};
} // namespace engine
