#include "editor/operations/assets/asset_references.h"

#include "engine_core/assets/asset_tags.h"
#include "engine_core/assets/project/asset_scan.h"
#include "engine_core/base/jobs.h"

#include <algorithm>
#include <array>

namespace editor
{
using engine::AssetKind;
using engine::JsonType;
using engine::JsonValue;
using engine::PropertyKind;

namespace
{
bool isScene(std::string_view name)
{
    return name.ends_with(".scene.json") || name.ends_with(".prefab.json");
}

bool isLines(std::string_view name)
{
    return name.ends_with(".obj") || name.ends_with(".mtl");
}

/// "a%20b" means "a b" in a glTF file.
std::string withoutPercents(std::string_view uri)
{
    const auto digit = [](char c) {
        return c >= '0' && c <= '9'   ? c - '0'
               : c >= 'a' && c <= 'f' ? c - 'a' + 10
               : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                      : -1;
    };
    std::string plain;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        const bool isCode =
            uri[i] == '%' && i + 2 < uri.size() && digit(uri[i + 1]) >= 0 && digit(uri[i + 2]) >= 0;
        plain += isCode ? static_cast<char>(digit(uri[i + 1]) * 16 + digit(uri[i + 2])) : uri[i];
        i += isCode ? 2 : 0;
    }
    return plain;
}

std::string withPercents(std::string_view path)
{
    constexpr std::string_view Digits = "0123456789ABCDEF";
    std::string uri;
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte > 0x20 && byte < 0x7f && c != '%' && c != '"' && c != '#' && c != '?') {
            uri += c;
            continue;
        }
        uri += '%';
        uri += Digits[byte / 16U];
        uri += Digits[byte % 16U];
    }
    return uri;
}
} // namespace

ReferencePatcher::ReferencePatcher(const AssetNames& names,
                                   const engine::TypeRegistry& types,
                                   std::function<bool(const std::string& file)> exists)
    : m_names{names}, m_types{types}, m_exists{std::move(exists)}, m_parts{names.parts()}
{
}

bool ReferencePatcher::isReader(const std::string& name)
{
    return isScene(name) || name.ends_with(MaterialFileEnding) || name.ends_with(".gltf") ||
           isLines(name) || name.ends_with(engine::AssetTagsFileName);
}

bool ReferencePatcher::mayName(std::string_view text) const
{
    constexpr std::size_t MostSearches = 16; // each goes over the whole text
    return m_parts.size() > MostSearches || text.find("\\u") != std::string_view::npos ||
           text.find('%') != std::string_view::npos ||
           std::ranges::any_of(m_parts, [&](const std::string& part) {
               return text.find(part) != std::string_view::npos;
           });
}

engine::Result<TextPatch> ReferencePatcher::patchOf(std::string_view text,
                                                    const std::string& name,
                                                    const FilePlace& place,
                                                    const engine::JobControl* control)
{
    TextPatch patch{text};
    const bool isMoved = parentFolderOf(place.before) != parentFolderOf(place.after);
    if (isReader(name) && (isMoved || mayName(text))) {
        if (isLines(name)) {
            visitLines(text, place, patch);
        } else {
            const auto tree = engine::JsonTree::parse(text, name, control);
            if (!tree)
                return tree.error();
            if (isScene(name))
                visitScene(tree->root(), patch);
            else if (name.ends_with(engine::AssetTagsFileName))
                visitPaths(tree->root(), patch);
            else if (name.ends_with(".gltf"))
                visitUris(tree->root(), place, patch);
            else
                visitMaterial(tree->root(), place, patch, {});
        }
    }
    patch.finish();
    return patch;
}

void ReferencePatcher::visitScene(const JsonValue& root, TextPatch& patch) const
{
    root.forEachMember([&](std::string_view key, const JsonValue& value) {
        if (key == "components")
            visitComponents(value, patch);
        if (key == "entities")
            value.forEachItem([&](const JsonValue& entity) {
                if (const auto components = entity.find("components"))
                    visitComponents(*components, patch);
            });
    });
}

void ReferencePatcher::visitComponents(const JsonValue& components, TextPatch& patch) const
{
    components.forEachMember([&](std::string_view name, const JsonValue& component) {
        if (name == "brush")
            return visitFaces(component, patch);
        const auto* type = m_types.find(name);
        if (type == nullptr)
            return;
        component.forEachMember([&](std::string_view key, const JsonValue& value) {
            const auto* property = type->findProperty(key);
            if (property == nullptr)
                return;
            if (property->kind == PropertyKind::Asset)
                visitAsset(property->assetKind, value, patch);
            else if (property->kind == PropertyKind::Bag || property->kind == PropertyKind::List)
                visitTagged(value, patch);
            else if (listsMaterials(*type, *property))
                visitMaterialList(value, patch);
        });
    });
}

void ReferencePatcher::visitFaces(const JsonValue& brush, TextPatch& patch) const
{
    if (const auto faces = brush.find("faces"))
        faces->forEachItem([&](const JsonValue& face) {
            if (const auto material = face.find("material"))
                visitAsset(AssetKind::Material, *material, patch);
        });
}

void ReferencePatcher::visitAsset(AssetKind kind, const JsonValue& value, TextPatch& patch) const
{
    if (const auto name = m_names.of(kind, value.text()))
        patch.replaceJsonText(value, *name);
}

void ReferencePatcher::visitMaterialList(const JsonValue& value, TextPatch& patch) const
{
    if (const auto list = m_names.ofMaterialList(value.text()))
        patch.replaceJsonText(value, *list);
}

/// Values of scripts say that they name an asset.
void ReferencePatcher::visitTagged(const JsonValue& value, TextPatch& patch) const
{
    value.forEachItem([&](const JsonValue& item) { visitTagged(item, patch); });
    value.forEachMember([&](std::string_view key, const JsonValue& member) {
        if (key == "asset" && member.isText())
            visitAsset(AssetKind::Any, member, patch);
        else
            visitTagged(member, patch);
    });
}

std::optional<std::string> ReferencePatcher::relative(std::string_view path,
                                                      const FilePlace& place) const
{
    const auto before = parentFolderOf(place.before);
    const auto meant = joined(before, path);
    if (!meant)
        return std::nullopt;
    auto target = m_names.ofFile(*meant);
    const auto after = parentFolderOf(place.after);
    if (!target && (before == after || !m_exists(*meant)))
        return std::nullopt;
    auto found = relativeTo(after, target.value_or(*meant));
    const bool isSame = joined({}, path) && found == *joined({}, path);
    return isSame || found == path ? std::nullopt : std::optional{std::move(found)};
}

/// Lists of files below assets/.
void ReferencePatcher::visitPaths(const JsonValue& value, TextPatch& patch) const
{
    value.forEachItem([&](const JsonValue& item) { visitPaths(item, patch); });
    value.forEachMember(
        [&](std::string_view, const JsonValue& member) { visitPaths(member, patch); });
    if (value.isText())
        if (const auto name = m_names.ofFile(value.text()))
            patch.replaceJsonText(value, *name);
}

/// Whatever a material says that is the path of a picture, also in parts that we do not know.
void ReferencePatcher::visitMaterial(const JsonValue& value,
                                     const FilePlace& place,
                                     TextPatch& patch,
                                     std::string_view key) const
{
    value.forEachItem([&](const JsonValue& item) { visitMaterial(item, place, patch, {}); });
    value.forEachMember([&](std::string_view each, const JsonValue& member) {
        visitMaterial(member, place, patch, each);
    });
    if (!value.isText())
        return;
    if (key == "parent")
        return visitAsset(AssetKind::Material, value, patch);
    if (engine::assetKindOf(value.text()) == AssetKind::Texture)
        if (const auto found = relative(value.text(), place))
            patch.replaceJsonText(value, *found);
}

void ReferencePatcher::visitUris(const JsonValue& root,
                                 const FilePlace& place,
                                 TextPatch& patch) const
{
    constexpr std::array Lists{"buffers", "images"};
    root.forEachMember([&](std::string_view key, const JsonValue& list) {
        if (std::ranges::find(Lists, key) == Lists.end())
            return;
        list.forEachItem([&](const JsonValue& item) {
            const auto uri = item.find("uri");
            if (!uri || !uri->isText() || uri->text().starts_with("data:"))
                return;
            if (const auto found = relative(withoutPercents(uri->text()), place))
                patch.replaceJsonText(*uri, withPercents(*found));
        });
    });
}

/// "mtllib walls.mtl" of OBJ files and "map_Kd brick.png" of their materials, without options.
void ReferencePatcher::visitLines(std::string_view text,
                                  const FilePlace& place,
                                  TextPatch& patch) const
{
    constexpr std::array Commands{"mtllib", "map_", "bump", "norm", "disp"};
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        auto line = text.substr(at, end - at);
        at = end + 1;
        const auto space = line.find_first_of(" \t");
        if (space == std::string_view::npos ||
            std::ranges::none_of(Commands,
                                 [&](const char* each) { return line.starts_with(each); }))
            continue;
        const auto first = line.find_first_not_of(" \t", space);
        if (first == std::string_view::npos)
            continue;
        const auto last = line.find_last_not_of(" \t\r");
        const auto path = line.substr(first, last - first + 1);
        if (auto found = relative(path, place))
            patch.replace(path, *std::move(found));
    }
}
} // namespace editor
