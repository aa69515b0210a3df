#include "editor/panels/assets/asset_kinds.h"

#include "engine_core/assets/prefabs/prefab_library.h"

#include <array>

namespace editor
{
using engine::AssetKind;

namespace
{
struct KindIcon
{
    AssetKind kind;
    const char* icon;
};

constexpr std::array Icons{
    KindIcon{AssetKind::Any, "assets"},
    KindIcon{AssetKind::Material, "material"},
    KindIcon{AssetKind::Texture, "texture"},
    KindIcon{AssetKind::Sound, "sound"},
    KindIcon{AssetKind::Mesh, "mesh"},
    KindIcon{AssetKind::Script, "script"},
    KindIcon{AssetKind::LightProfile, "light_spot"},
};
} // namespace

QString assetKindIcon(AssetKind kind)
{
    for (const auto& each : Icons)
        if (each.kind == kind)
            return QLatin1String{each.icon};
    return QLatin1String{Icons.front().icon};
}

QString assetKindName(const engine::AssetEntry& entry)
{
    return engine::isPrefabFile(entry.path) ? QStringLiteral("prefab") : assetKindName(entry.kind);
}

std::string fileBelowAssets(const engine::Project& project, const engine::AssetEntry& entry)
{
    const auto folder = project.assetFolder().string() + "/";
    const auto& file = entry.file.native();
    return file.starts_with(folder) ? file.substr(folder.size()) : std::string{};
}

QString assetKindIcon(const engine::AssetEntry& entry)
{
    return engine::isPrefabFile(entry.path) ? QStringLiteral("prefab") : assetKindIcon(entry.kind);
}
} // namespace editor
