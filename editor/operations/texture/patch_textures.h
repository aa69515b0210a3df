#pragma once

#include "editor/operations/texture/uv_faces.h"

namespace editor
{
// Textures of curved patches, as far as operations on faces do not fit them.

/// A patch as a face of the plane that touches it near a place of the world, or in its middle: what
/// lies there is as on the patch, and its corners are where the texture has the coordinates of the
/// patch's. Nothing if its texture comes together in a line.
[[nodiscard]] std::optional<WorldFace>
rolledOut(const engine::World& world,
          EntityId patch,
          const std::optional<engine::Vec3d>& near = std::nullopt);

/// Changes all of a patch as the face's mapping differs from what worldFace() says. A change that
/// would bring it too far away to be drawn does nothing.
void setPatchUv(Transaction& transaction, const WorldFace& face);

/// Spreads the textures of the patches among the faces by lengths along their surfaces, so that
/// nothing is bunched, with so many repeats across and down. A number of 0 keeps the proportions;
/// with both, one repeat covers as many metres as it does in the middle now. Others are passed
/// over. Refused if a patch has a side without a length.
engine::Result<void> spreadPatchUv(Transaction& transaction,
                                   std::span<const FaceRef> faces,
                                   const engine::Vec2d& repeats);

/// The same with one metre to a repeat, as new patches have it.
engine::Result<void> resetPatchUv(Transaction& transaction, std::span<const FaceRef> faces);
} // namespace editor
