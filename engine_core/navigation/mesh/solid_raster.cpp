#include "engine_core/navigation/mesh/solid_raster.h"

#include <Recast.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace engine
{
namespace
{
/// Cells that a solid only touches along their edge do not belong to it.
constexpr double Touching = 1e-6;

/// Cuts a convex polygon by axis = at; the two parts share the cut. Both outputs have room for one
/// corner more than the input.
void split(std::span<const Vec3d> polygon,
           int axis,
           double at,
           std::vector<Vec3d>& below,
           std::vector<Vec3d>& above)
{
    below.clear();
    above.clear();
    for (std::size_t i = 0, last = polygon.size() - 1; i < polygon.size(); last = i++) {
        const auto& from = polygon[last];
        const auto& to = polygon[i];
        const double a = from[axis] - at;
        const double b = to[axis] - at;
        if ((a < 0) != (b < 0)) {
            auto cut = from + (to - from) * (a / (a - b));
            cut[axis] = at;
            below.push_back(cut);
            above.push_back(cut);
        }
        (b < 0 ? below : above).push_back(to);
    }
}

struct Range
{
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();
};

Range rangeOf(std::span<const Vec3d> polygon, int axis)
{
    Range range;
    for (const auto& corner : polygon) {
        range.min = std::min(range.min, corner[axis]);
        range.max = std::max(range.max, corner[axis]);
    }
    return range;
}

int firstCell(double from)
{
    return static_cast<int>(std::floor(from + Touching));
}

int lastCell(double to)
{
    return static_cast<int>(std::ceil(to - Touching)) - 1;
}

/// Buffers of the cuts; a face has few corners, and each cut adds one at most.
struct Cuts
{
    std::vector<Vec3d> rest, row, next, cell, cellRest, cellNext;
};

Cuts& cuts()
{
    thread_local Cuts buffers;
    return buffers;
}
} // namespace

void SolidRaster::touch(
    int column, int row, double low, double high, std::uint8_t area, double mergeHeight)
{
    auto& at = m_columns[static_cast<std::size_t>((row - m_minZ) * m_width + column - m_minX)];
    if (!at.isTouched) {
        at = {low, high, area, true};
        return;
    }
    if (std::abs(high - at.top) <= mergeHeight)
        at.area = std::max(at.area, area);
    else if (high > at.top)
        at.area = area;
    at.bottom = std::min(at.bottom, low);
    at.top = std::max(at.top, high);
}

void SolidRaster::drawRow(const RasterFace& face,
                          int row,
                          std::span<const Vec3d> slab,
                          double mergeHeight)
{
    const auto along = rangeOf(slab, 0);
    const int first = std::max(firstCell(along.min), m_minX);
    const int last = std::min(lastCell(along.max), m_minX + m_width - 1);
    if (face.isLevel) {
        for (int column = first; column <= last; ++column)
            touch(column, row, slab[0].y, slab[0].y, face.area, mergeHeight);
        return;
    }
    auto& buffers = cuts();
    auto& cell = buffers.cell;
    auto& rest = buffers.cellRest;
    rest.assign(slab.begin(), slab.end());
    if (first > along.min) {
        split(rest, 0, first, cell, buffers.cellNext);
        rest.swap(buffers.cellNext);
    }
    for (int column = first; column <= last && rest.size() >= 3; ++column) {
        split(rest, 0, column + 1, cell, buffers.cellNext);
        if (cell.size() >= 3) {
            const auto height = rangeOf(cell, 1);
            touch(column, row, height.min, height.max, face.area, mergeHeight);
        }
        rest.swap(buffers.cellNext);
    }
}

void SolidRaster::drawFace(const RasterFace& face, double mergeHeight)
{
    const auto along = rangeOf(face.corners, 2);
    const int first = std::max(firstCell(along.min), m_minZ);
    const int last = std::min(lastCell(along.max), m_minZ + m_depth - 1);
    auto& buffers = cuts();
    auto& rest = buffers.rest;
    rest.assign(face.corners.begin(), face.corners.end());
    if (first > along.min) {
        split(rest, 2, first, buffers.row, buffers.next);
        rest.swap(buffers.next);
    }
    for (int row = first; row <= last && rest.size() >= 3; ++row) {
        split(rest, 2, row + 1, buffers.row, buffers.next);
        if (buffers.row.size() >= 3)
            drawRow(face, row, buffers.row, mergeHeight);
        rest.swap(buffers.next);
    }
}

bool SolidRaster::draw(std::span<const RasterFace> faces, int stepCells, rcHeightfield& field)
{
    Range x;
    Range z;
    for (const auto& face : faces) {
        const auto faceX = rangeOf(face.corners, 0);
        const auto faceZ = rangeOf(face.corners, 2);
        x = {std::min(x.min, faceX.min), std::max(x.max, faceX.max)};
        z = {std::min(z.min, faceZ.min), std::max(z.max, faceZ.max)};
    }
    // Clamped before the cast: solids may be far bigger than an int of cells.
    const auto clampTo = [](double value, int size) {
        return std::clamp(value, -1.0, size + 1.0);
    };
    m_minX = std::max(firstCell(clampTo(x.min, field.width)), 0);
    m_minZ = std::max(firstCell(clampTo(z.min, field.height)), 0);
    m_width = std::min(lastCell(clampTo(x.max, field.width)), field.width - 1) - m_minX + 1;
    m_depth = std::min(lastCell(clampTo(z.max, field.height)), field.height - 1) - m_minZ + 1;
    if (m_width <= 0 || m_depth <= 0)
        return true;
    m_columns.assign(static_cast<std::size_t>(m_width) * static_cast<std::size_t>(m_depth), {});
    const double cellHeight = double{field.ch};
    for (const auto& face : faces)
        drawFace(face, stepCells * cellHeight);

    const double most = RC_SPAN_MAX_HEIGHT;
    rcContext silent{false};
    for (int row = 0; row < m_depth; ++row)
        for (int column = 0; column < m_width; ++column) {
            const auto& at = m_columns[static_cast<std::size_t>(row * m_width + column)];
            const double top = std::ceil(at.top / cellHeight - Touching);
            const double bottom = std::floor(at.bottom / cellHeight + Touching);
            if (!at.isTouched || top < 0 || bottom > most)
                continue;
            const double low = std::clamp(bottom, 0.0, most - 1);
            const double high = std::clamp(top, low + 1, most);
            if (!rcAddSpan(&silent, field, m_minX + column, m_minZ + row,
                           static_cast<unsigned short>(low), static_cast<unsigned short>(high),
                           at.area, stepCells))
                return false;
        }
    return true;
}
} // namespace engine
