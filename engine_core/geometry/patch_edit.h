#pragma once

#include "engine_core/geometry/brush_affine.h"
#include "engine_core/geometry/patch_grid.h"

#include <functional>

namespace engine
{
// New patches of old ones. All refuse what PatchGrid::create() does.

/// Every point mapped; the texture stays on its points. A mirror image has its rows the other way
/// round, so that the front stays in front.
[[nodiscard]] Result<PatchGrid::Ptr> transformed(const PatchGrid& grid, const Transform& by);
[[nodiscard]] Result<PatchGrid::Ptr> mapped(const PatchGrid& grid, const Affine& by);

/// These points at other places. Indices are those of PatchGrid::points().
[[nodiscard]] Result<PatchGrid::Ptr> withMovedPoints(const PatchGrid& grid,
                                                     std::span<const std::size_t> points,
                                                     const std::function<Vec3d(Vec3d)>& to);

/// What was its back is in front; shape and texture stay.
[[nodiscard]] Result<PatchGrid::Ptr> turnedAround(const PatchGrid& grid);

/// What a new patch can be.
enum class PatchShape
{
    Flat,    ///< the floor of the box, seen from above
    Bevel,   ///< an upright quarter of a pipe, seen from inside
    EndCap,  ///< half a pipe, seen from inside
    Cylinder ///< a whole pipe, seen from outside
};

/// The texture lies once per metre. The box has a volume, but for a flat one's height.
[[nodiscard]] Result<PatchGrid::Ptr> makePatch(PatchShape shape, const Aabb& box);
} // namespace engine
