#pragma once

#include "engine_core/assets/project/asset_database.h"

#include <QImage>

#include <optional>
#include <set>
#include <string>

namespace editor
{
struct PrefabPicture
{
    QImage image; ///< null if the prefab shows nothing or cannot be read
    /// Paths of the prefabs, models, materials and images that it was made of, also of missing
    /// ones; none if the prefab cannot be read.
    std::optional<std::set<std::string>> assets;
};

/// A small picture of the brushes and models of a prefab, with those of the prefabs inside it as
/// their files have them now. `path` is below the assets. Reads files and draws by the processor:
/// for workers.
[[nodiscard]] PrefabPicture
pictureOfPrefab(const engine::Project& project, const std::string& path, int side);

/// Whether a picture that was made of these may look different now.
[[nodiscard]] bool isMadeOf(const std::set<std::string>& assets, const engine::AssetEntry& changed);
} // namespace editor
