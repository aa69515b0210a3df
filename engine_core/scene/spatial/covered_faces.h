#pragma once

#include "engine_core/geometry/brush.h"
#include "engine_core/scene/world/world.h"

#include <algorithm>
#include <span>
#include <vector>

namespace engine
{
class JobControl;

/// A face of a brush that views of the editor may leave out.
struct CoveredFace
{
    EntityId entity;
    FaceIndex face = 0;
    friend auto operator<=>(const CoveredFace&, const CoveredFace&) = default;
};

/// Whether one of them, which are of one brush, is that face.
[[nodiscard]] inline bool holdsFace(std::span<const CoveredFace> faces, FaceIndex face)
{
    return std::any_of(faces.begin(), faces.end(),
                       [face](const CoveredFace& each) { return each.face == face; });
}

/// The faces of standing brushes that nobody can ever see, because faces of other standing brushes
/// lie right against them and leave nothing open. Doors and other moving brushes neither cover nor
/// are covered, nor do brushes that are air or unseen in the game. Ordered by entity and face.
/// Costs about as much as making the meshes; the world may be a copy on a worker thread. Exporters
/// can leave these faces out. `control` may be null; what a cancelled search returns is not
/// complete.
[[nodiscard]] std::vector<CoveredFace> coveredFaces(const World& world,
                                                    JobControl* control = nullptr);
} // namespace engine
