#pragma once

#include "editor/operations/texture/uv_hotspots.h"

namespace engine
{
class AssetDatabase;
struct Project;
} // namespace engine

namespace editor
{
/// The file with a material's hot spots, whether it is there or not.
[[nodiscard]] engine::fs::path hotspotsFileOf(const engine::Project& project,
                                              engine::Name material);

/// Fits the best hot spot of each face's material, whose sets are read from the files beside the
/// materials. A set that cannot be read refuses all, with its file and place.
engine::Result<void> fitHotspotsOf(engine::AssetDatabase& assets,
                                   Transaction& transaction,
                                   std::span<const FaceRef> faces);
} // namespace editor
