#pragma once

#include "engine_core/reflect/property.h"

#include <QMimeData>
#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace editor
{
/// Of assets dragged from the asset browser: "kind\npath" for each, a line after the other.
inline constexpr auto AssetMimeType = "application/x-mapwright-asset";

/// "material", "texture", ... as in drags and menus; "any" for AssetKind::Any.
[[nodiscard]] QString assetKindName(engine::AssetKind kind);
[[nodiscard]] engine::AssetKind assetKindFromName(const QString& name);

/// What a drag from the asset browser carries.
struct DraggedAsset
{
    engine::AssetKind kind = engine::AssetKind::Any;
    std::string path;
};

[[nodiscard]] QMimeData* makeAssetMime(const std::vector<DraggedAsset>& assets);
[[nodiscard]] QMimeData* makeAssetMime(const DraggedAsset& asset);

/// Empty if it carries none.
[[nodiscard]] std::vector<DraggedAsset> assetsOf(const QMimeData* mime);

/// For what takes one alone: the first.
[[nodiscard]] std::optional<DraggedAsset> assetOf(const QMimeData* mime);
} // namespace editor
