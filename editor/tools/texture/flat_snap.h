#pragma once

#include "editor/tools/brush/uv_snap.h"
#include "editor/tools/texture/flat_shapes.h"
#include "engine_core/assets/hotspots.h"

#include <array>

namespace editor
{
/// What a drag in the flat snaps to, for u and v each. Texture coordinates of the press.
struct FlatSnaps
{
    std::array<std::vector<double>, 2> moving; ///< of corners that are dragged; sorted
    std::array<std::vector<double>, 2> others; ///< of what stays; sorted
    std::vector<engine::Vec2d> seams;          ///< ways that make a texture run on, see UvSnaps
};

/// Of thousands of corners some.
[[nodiscard]] FlatSnaps findFlatSnaps(std::span<const FlatShape> dragged,
                                      std::span<const FlatShape> others);

/// What lies beside one of the rectangles snaps to it.
void addHotspots(FlatSnaps& snaps, const engine::HotspotSet& set);

/// How far shapes go along an axis: with a corner to another shape's, with a side of their box to
/// the border of a tile, or to a seam, where one is within `reach`; else so that their box begins
/// at a multiple of `step` (0: freely).
[[nodiscard]] UvSnapped
flatShift(const FlatSnaps& snaps, int axis, double raw, double reach, double step);

/// Where a side of their box goes, in the same way.
[[nodiscard]] UvSnapped
flatSide(const FlatSnaps& snaps, int axis, double raw, double reach, double step);
} // namespace editor
