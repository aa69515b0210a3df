#pragma once

#include "editor/document/transaction.h"
#include "engine_core/geometry/brush_transform.h"
#include "engine_core/render/passes/view.h"

#include <span>
#include <vector>

namespace editor
{
using engine::EntityId;
using engine::FaceRef;

// What a drag of faces can do besides pulling them (see moveFaces). Faces are of different brushes;
// distances are metres of the world along each face's own normal. New brushes are parts of the
// one that they come from (see addBrushPart). Each refusal refuses all.

/// Outwards, a new brush continues the shape by so much; inwards, the brush is cut there. Returns
/// the new brushes: the continuations, or the cut-off parts.
engine::Result<std::vector<EntityId>>
splitAtFaces(Transaction& transaction, std::span<const FaceRef> faces, double distance);

/// A new brush between each face and its copy moved straight outwards; refused inwards.
engine::Result<std::vector<EntityId>>
stampFaces(Transaction& transaction, std::span<const FaceRef> faces, double distance);

/// Moves the corners of the faces by the way of the world; their brushes skew.
engine::Result<void> slideFaces(Transaction& transaction,
                                std::span<const FaceRef> faces,
                                const engine::Vec3d& way,
                                engine::TextureLock lock = engine::TextureLock::Off);
} // namespace editor
