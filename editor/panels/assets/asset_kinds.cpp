#include "editor/panels/assets/asset_kinds.h"

#include "editor/views/view_host.h"
#include "engine_core/assets/prefabs/prefab_library.h"

#include <array>

namespace editor
{
using engine::AssetKind;

namespace
{
struct KindRow
{
    AssetKind kind;
    const char* name;
    const char* icon;
};

constexpr std::array Kinds{
    KindRow{AssetKind::Any, "any", "assets"},
    KindRow{AssetKind::Material, "material", "material"},
    KindRow{AssetKind::Texture, "texture", "texture"},
    KindRow{AssetKind::Sound, "sound", "sound"},
    KindRow{AssetKind::Mesh, "mesh", "mesh"},
    KindRow{AssetKind::Script, "script", "script"},
};

const KindRow& rowOf(AssetKind kind)
{
    for (const auto& row : Kinds)
        if (row.kind == kind)
            return row;
    return Kinds.front();
}
} // namespace

QString assetKindName(AssetKind kind)
{
    return QLatin1String{rowOf(kind).name};
}

AssetKind assetKindFromName(const QString& name)
{
    for (const auto& row : Kinds)
        if (name == QLatin1String{row.name})
            return row.kind;
    return AssetKind::Any;
}

QString assetKindIcon(AssetKind kind)
{
    return QLatin1String{rowOf(kind).icon};
}

QString assetKindName(const engine::AssetEntry& entry)
{
    return engine::isPrefabFile(entry.path) ? QStringLiteral("prefab") : assetKindName(entry.kind);
}

QString assetKindIcon(const engine::AssetEntry& entry)
{
    return engine::isPrefabFile(entry.path) ? QStringLiteral("prefab") : assetKindIcon(entry.kind);
}

QMimeData* makeAssetMime(const DraggedAsset& asset)
{
    auto* mime = new QMimeData;
    const auto path = QString::fromStdString(asset.path);
    mime->setData(QLatin1String{AssetMimeType},
                  (assetKindName(asset.kind) + QLatin1Char{'\n'} + path).toUtf8());
    mime->setText(path);
    return mime;
}

std::optional<DraggedAsset> assetOf(const QMimeData* mime)
{
    if (mime == nullptr || !mime->hasFormat(QLatin1String{AssetMimeType}))
        return {};
    const auto text = QString::fromUtf8(mime->data(QLatin1String{AssetMimeType}));
    const auto lineEnd = text.indexOf(QLatin1Char{'\n'});
    if (lineEnd < 0)
        return {};
    return DraggedAsset{assetKindFromName(text.left(lineEnd)), text.mid(lineEnd + 1).toStdString()};
}
} // namespace editor
