#pragma once

#include "editor/document/document.h"
#include "editor/operations/texture/uv_faces.h"
#include "editor/tools/gestures/number_input.h"

#include <cmath>
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

/// How far a drag of a texture goes.
struct UvShift
{
    engine::Vec2d by{0}; ///< repeats
    const char* to = ""; ///< as in UvSnapped
};

/// `raw` along both axes, or along one alone: `axis`, or else the longer one if it `keepsToOne` or
/// a number was typed, which counts for that axis. Calls snap(axis, raw) -> UvSnapped.
template <typename Snap>
[[nodiscard]] UvShift shiftAlong(const engine::Vec2d& raw,
                                 std::optional<int> axis,
                                 bool keepsToOne,
                                 const NumberInput& number,
                                 const Snap& snap)
{
    const int longer = std::abs(raw.x) >= std::abs(raw.y) ? 0 : 1;
    const int main = axis.value_or(longer);
    UvShift shift;
    if (const auto typed = number.along(raw[main])) {
        shift.by[main] = *typed;
        return shift;
    }
    for (int i = 0; i < 2; ++i) {
        if ((axis || keepsToOne) && i != main)
            continue;
        const auto snapped = snap(i, raw[i]);
        shift.by[i] = snapped.value;
        if (*snapped.to != '\0')
            shift.to = snapped.to;
    }
    return shift;
}

/// Where a side of the frame goes: onto a corner's coordinate within `reach`; nullopt if there is
/// none.
[[nodiscard]] std::optional<double>
snappedSide(const UvSnaps& snaps, int axis, double raw, double reach);

/// By steps of 15 degrees, or along an edge of the face that is nearer than a few degrees.
[[nodiscard]] UvSnapped snappedTurn(const UvSnaps& snaps, double raw);
} // namespace editor
