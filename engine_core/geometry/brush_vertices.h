#pragma once

#include "engine_core/geometry/brush_transform.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace engine
{
// Every edit here gives the hull of the corners that remain, so a brush never becomes concave:
// faces beside a moved corner split into triangles or join as needed. A new face takes the material
// of the old face that it shares most corners with, and its mapping: the same projection, or with
// texture lock one that keeps every corner's texels where three of its corners tell it (exact for
// triangles and for faces that move, turn or shear as a whole). Faces keep their order; split-off
// ones follow at the end. Refusals are sentences for the status bar.

using VertexIndex = std::uint16_t;

/// Two corners that an edge joins, the lower index first.
struct BrushEdge
{
    VertexIndex a = 0;
    VertexIndex b = 0;
    friend auto operator<=>(const BrushEdge&, const BrushEdge&) = default;
};

/// Each edge once, in ascending order.
[[nodiscard]] std::vector<BrushEdge> edgesOf(const Brush& brush);

/// The corner nearest to the place, if it is no farther than `within` metres.
[[nodiscard]] std::optional<VertexIndex>
findVertex(const Brush& brush, const Vec3d& place, double within);

/// Where a moved corner goes.
using PointMap = std::function<Vec3d(const Vec3d&)>;

/// Corners that end up inside the brush vanish, those on another one become one with it. Refused:
/// a corner pushed through the brush and out of its other side, a flat result.
[[nodiscard]] Result<Brush> moveVertices(const Brush& brush,
                                         std::span<const VertexIndex> vertices,
                                         const PointMap& to,
                                         TextureLock lock = TextureLock::Off);

/// Moves both corners of each edge. Refused unless every one of these edges remains.
[[nodiscard]] Result<Brush> moveEdges(const Brush& brush,
                                      std::span<const BrushEdge> edges,
                                      const PointMap& to,
                                      TextureLock lock = TextureLock::Off);

/// Moves all corners of each face. Refused unless every one of these faces remains with all of its
/// corners, in one plane and facing outwards.
[[nodiscard]] Result<Brush> moveFaceVertices(const Brush& brush,
                                             std::span<const FaceIndex> faces,
                                             const PointMap& to,
                                             TextureLock lock = TextureLock::Off);

/// Grows the brush to a new corner. Refused unless the place is outside of it.
[[nodiscard]] Result<Brush>
addVertex(const Brush& brush, const Vec3d& place, TextureLock lock = TextureLock::Off);

/// The brush without these corners; refused if nothing solid remains.
[[nodiscard]] Result<Brush> removeVertices(const Brush& brush,
                                           std::span<const VertexIndex> vertices,
                                           TextureLock lock = TextureLock::Off);
} // namespace engine
