#pragma once

#include "editor/operations/texture/uv_faces.h"

namespace editor
{
/// How many texels the picture of a material has; {0, 0} where that is not known.
using PictureSizes = std::function<engine::Vec2d(engine::Name material)>;

/// Texels on a metre of the face in the world, the mean of both directions. Nothing if the face is
/// gone, its texture smears, or its picture's size is not known.
[[nodiscard]] std::optional<double>
texelDensity(const engine::World& world, const FaceRef& face, const PictureSizes& sizes);

/// Scales textures so that a metre of each face shows so many texels in both directions; what is in
/// the middle of a face stays there. Faces whose picture is not known are passed over. Refused if
/// that are all, and for numbers that are not between 0.01 and 100,000.
engine::Result<void> setTexelDensity(Transaction& transaction,
                                     std::span<const FaceRef> faces,
                                     double texelsPerMetre,
                                     const PictureSizes& sizes);

/// The same with what another face has. Refused if that has none.
engine::Result<void> matchTexelDensity(Transaction& transaction,
                                       std::span<const FaceRef> faces,
                                       const FaceRef& like,
                                       const PictureSizes& sizes);
} // namespace editor
