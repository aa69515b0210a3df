#pragma once

#include "editor/operations/texture/uv_faces.h"

namespace editor
{
// Textures that run from face to face.

/// The texture of `from` goes on over `to`, around the edge that they share or else the line where
/// their planes meet, without a step there; `to` gets the material as well. Refused for the same
/// face, and for faces that look in opposite directions.
engine::Result<void> wrapUv(Transaction& transaction, const FaceRef& from, const FaceRef& to);

/// The same along a chain, each face from the one before.
engine::Result<void> wrapUvAlong(Transaction& transaction, std::span<const FaceRef> chain);

/// From the first face on over all that edges lead to, by the shortest way; the others stay.
/// Refused if there are none. Returns how many followed.
engine::Result<std::size_t> wrapUvOver(Transaction& transaction, std::span<const FaceRef> faces);

/// Brushes near a box, such as SpatialIndex::overlapping().
using BrushesNear = std::function<std::vector<EntityId>(const engine::Aabb&)>;

/// The chain that starts with the two faces and goes straight on, over the edge opposite to where
/// it came in, until it meets itself or no face goes on; both included. Only faces with an even
/// number of corners have an opposite edge. At most `most` faces.
[[nodiscard]] std::vector<FaceRef> straightChain(const engine::World& world,
                                                 const FaceRef& first,
                                                 const FaceRef& second,
                                                 const BrushesNear& near,
                                                 std::size_t most = 1024);

/// Lays the faces as one sheet, each with the mapping that it gets when the first one's runs on
/// over their edges, and reorders them so that each sheet's faces are next to each other: one sheet
/// for what hangs together by edges or lies in the first one's plane. Materials stay.
[[nodiscard]] std::vector<std::span<WorldFace>> unfold(std::vector<WorldFace>& faces);

/// What a copied alignment is: a face's texture as the world sees it.
struct CopiedUv
{
    engine::UvMapping uv;
    engine::Plane plane;
    friend bool operator==(const CopiedUv&, const CopiedUv&) = default;
};

[[nodiscard]] std::optional<CopiedUv> copyUv(const engine::World& world, const FaceRef& face);

enum class UvPaste
{
    Projected, ///< as a projector would throw it on; upright where it would smear
    Wrapped,   ///< as wrapUv() does, around the line where the planes meet
    Numbers    ///< the same scale, offset and rotation
};

/// Materials stay. Refused if there is no face, and where wrapping is.
engine::Result<void> pasteUv(Transaction& transaction,
                             std::span<const FaceRef> faces,
                             const CopiedUv& copied,
                             UvPaste how);
} // namespace editor
