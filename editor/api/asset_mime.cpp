#include "editor/api/asset_mime.h"

#include <QStringList>

#include <array>
#include <utility>

namespace editor
{
using engine::AssetKind;

namespace
{
constexpr std::array<std::pair<AssetKind, const char*>, 7> KindNames{
    {{AssetKind::Any, "any"},
     {AssetKind::Material, "material"},
     {AssetKind::Texture, "texture"},
     {AssetKind::Sound, "sound"},
     {AssetKind::Mesh, "mesh"},
     {AssetKind::Script, "script"},
     {AssetKind::LightProfile, "light profile"}}};
} // namespace

QString assetKindName(AssetKind kind)
{
    for (const auto& [each, name] : KindNames)
        if (each == kind)
            return QLatin1String{name};
    return QLatin1String{KindNames.front().second};
}

AssetKind assetKindFromName(const QString& name)
{
    for (const auto& [kind, each] : KindNames)
        if (name == QLatin1String{each})
            return kind;
    return AssetKind::Any;
}

QMimeData* makeAssetMime(const std::vector<DraggedAsset>& assets)
{
    QStringList lines;
    QStringList paths;
    for (const auto& asset : assets) {
        paths += QString::fromStdString(asset.path);
        lines += {assetKindName(asset.kind), paths.back()};
    }
    auto* mime = new QMimeData;
    mime->setData(QLatin1String{AssetMimeType}, lines.join(QLatin1Char{'\n'}).toUtf8());
    mime->setText(paths.join(QLatin1Char{'\n'}));
    return mime;
}

QMimeData* makeAssetMime(const DraggedAsset& asset)
{
    return makeAssetMime(std::vector{asset});
}

std::vector<DraggedAsset> assetsOf(const QMimeData* mime)
{
    if (mime == nullptr || !mime->hasFormat(QLatin1String{AssetMimeType}))
        return {};
    const auto lines =
        QString::fromUtf8(mime->data(QLatin1String{AssetMimeType})).split(QLatin1Char{'\n'});
    std::vector<DraggedAsset> assets;
    for (qsizetype i = 0; i + 1 < lines.size(); i += 2)
        assets.push_back({assetKindFromName(lines[i]), lines[i + 1].toStdString()});
    return assets;
}

std::optional<DraggedAsset> assetOf(const QMimeData* mime)
{
    const auto assets = assetsOf(mime);
    return assets.empty() ? std::nullopt : std::optional{assets.front()};
}
} // namespace editor
