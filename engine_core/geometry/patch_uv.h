#pragma once

#include "engine_core/geometry/patch_grid.h"
#include "engine_core/geometry/uv_frame.h"

#include <functional>
#include <optional>
#include <vector>

namespace engine
{
// How textures lie on curved patches. Places on a patch are counted in pieces: from {0, 0} to
// {(columns - 1) / 2, (rows - 1) / 2}.

/// A patch near one of its places: the plane that touches it there, and the texture as it would go
/// on over that plane.
struct PatchTangent
{
    Vec3d position{0};
    Plane plane;
    UvMapping uv;
};

/// Nothing where the patch or its texture comes together in a point or a line.
[[nodiscard]] std::optional<PatchTangent> patchTangent(const PatchGrid& grid, const Vec2d& at);

/// At the middle, or else a place near it where there is one.
[[nodiscard]] std::optional<PatchTangent> patchTangent(const PatchGrid& grid);

/// The place of the patch nearest to a point, to a hundredth of a piece or so.
[[nodiscard]] Vec2d nearestOnPatch(const PatchGrid& grid, const Vec3d& point);

/// Texture coordinates along the border, all around.
/// @param steps straight parts of each piece, at least 1
[[nodiscard]] std::vector<Vec2d> patchUvOutline(const PatchGrid& grid, int steps);

/// The same shape with other coordinates at its points. Refused if they are not finite.
[[nodiscard]] Result<PatchGrid::Ptr> withUv(const PatchGrid& grid,
                                            const std::function<Vec2d(const Vec2d&)>& change);

/// How many repeats shall lie along u and v of so many metres.
using RepeatsFor = std::function<Vec2d(const Vec2d& metres)>;

/// The same shape with the texture spread by lengths along the surface (the mean of all rows, and
/// of all columns), so that nothing is bunched where control points are. It begins at (0, 0), is
/// not mirrored, and stands upright where rows or columns do. Refused if a side has no length.
[[nodiscard]] Result<PatchGrid::Ptr> withNaturalUv(const PatchGrid& grid,
                                                   const RepeatsFor& repeats);
} // namespace engine
