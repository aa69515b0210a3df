#include "editor/operations/assets/asset_names.h"

#include "engine_core/assets/models/model_assets.h"
#include "engine_core/base/files/files.h"

#include <algorithm>
#include <set>

namespace editor
{
namespace fs = engine::fs;

void AssetNames::add(std::string from, std::string to)
{
    m_files.insert_or_assign(std::move(from), std::move(to));
}

std::optional<std::string> AssetNames::ofFile(std::string_view file) const
{
    const auto at = m_files.find(file);
    return at != m_files.end() ? std::optional{at->second} : std::nullopt;
}

std::optional<std::string> AssetNames::of(engine::AssetKind kind, std::string_view asset) const
{
    using engine::AssetKind;
    if (asset.empty() || kind == AssetKind::Script)
        return std::nullopt;
    if (const auto hash = asset.find(engine::InModel); hash != std::string_view::npos) {
        auto model = ofFile(asset.substr(0, hash));
        return model ? std::optional{*model + std::string{asset.substr(hash)}} : std::nullopt;
    }
    if (kind == AssetKind::Material || kind == AssetKind::Any)
        if (const auto file = ofFile(std::string{asset} + std::string{MaterialFileEnding}))
            return assetNameOf(*file);
    return kind == AssetKind::Material ? std::nullopt : ofFile(asset);
}

std::optional<std::string> AssetNames::ofMaterialList(std::string_view list) const
{
    bool isChanged = false;
    std::string renamed;
    for (std::size_t at = 0; at <= list.size();) {
        const auto comma = std::min(list.find(',', at), list.size());
        const auto part = list.substr(at, comma - at);
        const auto first = std::min(part.find_first_not_of(' '), part.size());
        const auto last = std::min(part.find_last_not_of(' ') + 1, part.size());
        const auto name = part.substr(first, last - std::min(first, last));
        const auto other = of(engine::AssetKind::Material, name);
        isChanged |= other.has_value();
        renamed += at > 0 ? "," : "";
        renamed +=
            other ? std::string{part.substr(0, first)} + *other + std::string{part.substr(last)}
                  : std::string{part};
        at = comma + 1;
    }
    return isChanged ? std::optional{std::move(renamed)} : std::nullopt;
}

AssetNames AssetNames::inverse() const
{
    AssetNames back;
    for (const auto& [from, to] : m_files)
        back.m_files.emplace(to, from);
    return back;
}

std::vector<std::string> AssetNames::parts() const
{
    std::set<std::string> all;
    for (const auto& [from, to] : m_files) {
        const auto name = assetNameOf(from);
        const auto last = name.substr(name.rfind('/') + 1);
        all.insert(last.substr(0, last.rfind('.')));
    }
    return {all.begin(), all.end()};
}

std::string assetNameOf(std::string_view file)
{
    if (file.ends_with(MaterialFileEnding))
        file.remove_suffix(MaterialFileEnding.size());
    return std::string{file};
}

std::string_view parentFolderOf(std::string_view path)
{
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

std::string relativeTo(std::string_view folder, std::string_view target)
{
    // Below a common root, so that the empty folder is one, too.
    return (fs::path{"/"} / target).lexically_relative(fs::path{"/"} / folder).generic_string();
}

std::optional<std::string> joined(std::string_view folder, std::string_view relative)
{
    if (relative.empty() || fs::path{relative}.is_absolute())
        return std::nullopt;
    const auto path = (fs::path{folder} / relative).lexically_normal().generic_string();
    return path.starts_with("..") || path == "." ? std::nullopt : std::optional{path};
}
} // namespace editor
