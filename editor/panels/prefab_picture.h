#pragma once

#include "engine_core/assets/project.h"

#include <QImage>

#include <string>

namespace editor
{
/// A small picture of the brushes and models of a prefab, with those of the prefabs inside it as
/// their files have them now; null if it has none or cannot be read. `path` is below the assets.
/// Reads files and draws by the processor: for workers.
[[nodiscard]] QImage
pictureOfPrefab(const engine::Project& project, const std::string& path, int side);
} // namespace editor
