#pragma once

#include "editor/document/document.h"
#include "editor/operations/texture/uv_faces.h"

#include <optional>
#include <span>
#include <vector>

namespace editor
{
/// What a texture that is dragged on a face snaps to, in texture coordinates of the press.
struct UvSnaps
{
    /// Coordinates that a corner of a dragged face has: a border of the picture goes there.
    std::vector<engine::Vec2d> corners;
    /// What a face lacks to run on from a neighbour that is not dragged and has its material, up to
    /// whole repeats.
    std::vector<engine::Vec2d> seams;
    /// Radians that turn the texture of the grabbed face along one of its edges, from -pi/2 to
    /// pi/2.
    std::vector<double> turns;
};

/// Corners of some of the faces (of thousands the first), seams and turns of the grabbed one.
[[nodiscard]] UvSnaps
findUvSnaps(const Document& document, std::span<const FaceRef> faces, const WorldFace& grabbed);

/// A number and what it snapped to.
struct UvSnapped
{
    double value = 0;
    const char* to = ""; ///< " to a corner", " to a seam", ...; empty for the grid or nothing
};

/// How far the texture goes along one of its axes, in repeats: to a seam or a corner if one is
/// within `reach`, else by steps of `step` (0: freely).
/// @param axis 0 for u, 1 for v
[[nodiscard]] UvSnapped
snappedShift(const UvSnaps& snaps, int axis, double raw, double reach, double step);

/// Where a side of the frame goes: onto a corner's coordinate within `reach`; nullopt if there is
/// none.
[[nodiscard]] std::optional<double>
snappedSide(const UvSnaps& snaps, int axis, double raw, double reach);

/// By steps of 15 degrees, or along an edge of the face that is nearer than a few degrees.
[[nodiscard]] UvSnapped snappedTurn(const UvSnaps& snaps, double raw);
} // namespace editor
