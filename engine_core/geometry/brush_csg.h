#pragma once

#include "engine_core/geometry/brush.h"

#include <optional>
#include <span>
#include <vector>

namespace engine
{
// Cutting and joining of convex solids. Whatever survives a cut keeps plane, material and mapping
// bit for bit; parts thinner than WeldDistance are left out, since no brush can be that thin.

/// How a face looks that a cut makes.
struct CutLook
{
    Name material;
    std::optional<UvMapping> uv; ///< nullopt is world-aligned
};

/// What is behind the plane. The brush itself if the plane does not cut it; refused if nothing is
/// behind it.
[[nodiscard]] Result<Brush> clip(const Brush& brush, const Plane& plane, const CutLook& look = {});

struct SplitBrush
{
    std::optional<Brush> front; ///< what the normal points to
    std::optional<Brush> behind;
};

/// Both sides; one of them is missing if the plane does not cut the brush.
[[nodiscard]] Result<SplitBrush>
split(const Brush& brush, const Plane& plane, const CutLook& look = {});

struct Subtraction
{
    bool isCut = false;           ///< false: no cutter takes anything away
    std::vector<Brush> fragments; ///< the brush itself if it is not cut
};

/// What is left of the brush outside of all cutters: as few convex parts as are found, cut along
/// the axes first (upright parts before lying ones). New faces look as the cutter's face does that
/// made them, with `material` where that has none. Refused if a part would have details smaller
/// than a brush can hold.
[[nodiscard]] Result<Subtraction>
subtract(const Brush& brush, std::span<const Brush> cutters, Name material = {});

/// What all of them have in common; faces in the same plane look as the first brush's. Refused if
/// that is nothing.
[[nodiscard]] Result<Brush> intersect(std::span<const Brush> brushes);

/// The smallest brush around all of them. Faces in the plane of one of theirs look as that one, the
/// others have `material` with a world-aligned mapping.
[[nodiscard]] Result<Brush> mergeConvex(std::span<const Brush> brushes, Name material = {});

/// Joins those whose union is one brush, as long as there are any. Faces that become one must look
/// the same.
void joinConvex(std::vector<Brush>& brushes);

/// On which side of the brush's faces the walls of a hollow brush stand.
enum class WallSide
{
    Inward, ///< the outside stays
    Outward ///< the inside is as big as the brush was
};

enum class WallJoint
{
    Mitred, ///< one wall for each face; they meet at an angle as picture frames do
    Plain   ///< walls end against each other, axis-aligned ones at right angles
};

/// The walls, `thickness` metres thick, that are left when the brush is hollowed out. Inner and
/// outer faces look as the face they run along. Refused if there is no room inside.
[[nodiscard]] Result<std::vector<Brush>>
hollow(const Brush& brush, double thickness, WallSide side, WallJoint joint);
} // namespace engine
