#pragma once

#include "engine_core/assets/project/asset_database.h"
#include "engine_core/reflect/property.h"

#include <QMimeData>
#include <QString>

#include <optional>

namespace editor
{
/// "material", "texture", ... as in drags and menus; "any" for AssetKind::Any.
[[nodiscard]] QString assetKindName(engine::AssetKind kind);
[[nodiscard]] engine::AssetKind assetKindFromName(const QString& name);

/// Of resources/icons.
[[nodiscard]] QString assetKindIcon(engine::AssetKind kind);

/// The same of one file, which may be a prefab.
[[nodiscard]] QString assetKindName(const engine::AssetEntry& entry);
[[nodiscard]] QString assetKindIcon(const engine::AssetEntry& entry);

/// What a drag from the asset browser carries.
struct DraggedAsset
{
    engine::AssetKind kind = engine::AssetKind::Any;
    std::string path;
};

[[nodiscard]] QMimeData* makeAssetMime(const DraggedAsset& asset);
[[nodiscard]] std::optional<DraggedAsset> assetOf(const QMimeData* mime);
} // namespace editor
