#pragma once

#include "editor/operations/texture/uv_faces.h"

#include <cstdint>

namespace editor
{
// How textures lie on faces, beyond the plain numbers of changeUv(). All works on faces as the
// world sees them; those that exist no more are passed over, and materials stay.

/// Whether each face is treated by itself, or all as one sheet: unfolded around the edges that they
/// share, from the first one on. What no edge leads to and does not lie in the first one's plane is
/// a sheet by itself.
enum class UvSheet
{
    EachFace,
    AsOne
};

/// The same change of coordinates for all, so that textures that fit each other go on to do so.
/// Refused if the change flattens the texture or is not finite.
engine::Result<void>
remapUv(Transaction& transaction, std::span<const FaceRef> faces, const engine::UvAffine& by);

/// Turns textures by radians, counter-clockwise seen from in front. Those that run on from the one
/// of `grabbed` turn with it about the place of the world; others each about the middle of their
/// face.
engine::Result<void> turnUv(Transaction& transaction,
                            std::span<const FaceRef> faces,
                            double angle,
                            const FaceRef& grabbed,
                            const engine::Vec3d& about);

/// The same, each about the middle of its face.
engine::Result<void> turnUv(Transaction& transaction, std::span<const FaceRef> faces, double angle);

/// Scales and shifts so that each sheet's box along the texture's axes holds so many repeats. A
/// number of 0 keeps the proportions: it follows from the other one. Refused if both are 0. Curved
/// patches by themselves are spread by lengths along their surfaces (spreadPatchUv()).
engine::Result<void> fitUv(Transaction& transaction,
                           std::span<const FaceRef> faces,
                           const engine::Vec2d& repeats,
                           UvSheet sheet);

/// Sides of a sheet as its picture lies, so that left is where u begins and top where v does.
enum class UvSide
{
    Left,
    Right,
    Top,
    Bottom
};

/// Shifts so that a border of the picture lies on that side.
void justifyUv(Transaction& transaction,
               std::span<const FaceRef> faces,
               UvSide side,
               UvSheet sheet);

/// Shifts so that the middle of the picture is in the middle.
void centerUv(Transaction& transaction, std::span<const FaceRef> faces, UvSheet sheet);

enum class UvFlip
{
    LeftRight, ///< u
    UpDown     ///< v
};

/// Mirrors the picture about the middle.
void flipUv(Transaction& transaction, std::span<const FaceRef> faces, UvFlip flip, UvSheet sheet);

/// Shifts each face's texture to a place of its own; the same seed gives the same places.
void scatterUv(Transaction& transaction, std::span<const FaceRef> faces, std::uint64_t seed);

// Directions. Scales stay as they are.

/// The texture stands upright on an edge of each face, with a lower corner of the picture at the
/// edge's beginning: on the longest edge, or if it stands on one already, on the next one.
void alignUvToEdge(Transaction& transaction, std::span<const FaceRef> faces);

/// In the face's plane and as upright as it can be, which differs from alignUvToWorld() on slopes:
/// nothing is stretched there.
void alignUvToFace(Transaction& transaction, std::span<const FaceRef> faces);

/// As a projector at the eye throws it. Faces seen edge-on are passed over; refused if that are
/// all.
/// @param right, up of the view, of unit length
engine::Result<void> alignUvToView(Transaction& transaction,
                                   std::span<const FaceRef> faces,
                                   const engine::Vec3d& right,
                                   const engine::Vec3d& up);
} // namespace editor
