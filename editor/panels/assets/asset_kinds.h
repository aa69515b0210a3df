#pragma once

#include "editor/api/asset_mime.h"
#include "engine_core/assets/project/asset_database.h"

namespace editor
{
/// Of resources/icons.
[[nodiscard]] QString assetKindIcon(engine::AssetKind kind);

/// The same of one file, which may be a prefab.
[[nodiscard]] QString assetKindName(const engine::AssetEntry& entry);
[[nodiscard]] QString assetKindIcon(const engine::AssetEntry& entry);

/// Where it lies below assets/, with its ending; empty for what lies elsewhere, such as scripts.
[[nodiscard]] std::string fileBelowAssets(const engine::Project& project,
                                          const engine::AssetEntry& entry);
} // namespace editor
