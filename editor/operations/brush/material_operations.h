#pragma once

#include "editor/document/transaction.h"
#include "engine_core/geometry/brush.h"
#include "engine_core/render/passes/view.h"

#include <functional>
#include <optional>
#include <span>

namespace editor
{
using engine::EntityId;
using engine::FaceRef;

/// Changes the look of faces. Faces that exist no more are passed over; planes must not change.
/// The basis of everything below.
void editFaces(Transaction& transaction,
               std::span<const FaceRef> faces,
               const std::function<void(engine::BrushFace&)>& edit);

/// Every face of every brush and every curved patch among the objects and below them. Refused if
/// there is none.
engine::Result<void>
applyMaterial(Transaction& transaction, std::span<const EntityId> entities, engine::Name material);

engine::Result<void>
applyMaterial(Transaction& transaction, std::span<const FaceRef> faces, engine::Name material);

/// What of a texture's place to change; the rest stays as each face has it.
struct UvChange
{
    std::optional<double> scaleU =
        {}; ///< metres per repeat: 4 shows the texture bigger than 1 does
    std::optional<double> scaleV = {};   ///< never 0; negative mirrors
    std::optional<double> offsetU = {};  ///< repeats
    std::optional<double> offsetV = {};  ///< repeats, downwards
    std::optional<double> rotation = {}; ///< radians, counter-clockwise on the face
};

/// Refused for a scale of 0 and numbers that are not finite.
engine::Result<void>
changeUv(Transaction& transaction, std::span<const FaceRef> faces, const UvChange& change);

/// As a new face has it: world-aligned, one metre per repeat.
void resetUv(Transaction& transaction, std::span<const FaceRef> faces);

/// World-aligned axes again; scale stays, offset becomes 0, so that neighbouring faces match.
void alignUvToWorld(Transaction& transaction, std::span<const FaceRef> faces);
} // namespace editor
