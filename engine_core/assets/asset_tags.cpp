#include "engine_core/assets/asset_tags.h"

#include "engine_core/base/json_members.h"
#include "engine_core/base/json_tree.h"
#include "engine_core/base/json_writer.h"
#include "engine_core/base/small_letters.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace engine
{
namespace
{
constexpr std::size_t MostTagEntries = 100'000;
constexpr std::size_t LongestTag = 40;
constexpr std::size_t LongestCollection = 80;
constexpr std::int64_t TagsFormat = 1;

Result<AssetTags::Lists> readLists(const JsonValue& json, const std::string& name)
{
    AssetTags::Lists lists;
    std::optional<Error> bad;
    std::size_t count = 0;
    if (!json.isObject())
        return Error{"{}: expected lists of assets by their names ({})", name,
                     placeToText(json.place())};
    json.forEachMember([&](std::string_view key, const JsonValue& list) {
        auto& paths = lists[std::string{key}];
        if (!list.isArray())
            bad = Error{"{}: '{}' is no list of assets ({})", name, key, placeToText(list.place())};
        list.forEachItem([&](const JsonValue& item) {
            if (item.isText() && ++count <= MostTagEntries)
                paths.emplace(item.text());
            else if (!bad)
                bad = Error{"{}: an entry of '{}' is no text, or there are more than {} ({})", name,
                            key, MostTagEntries, placeToText(item.place())};
        });
    });
    if (bad)
        return *bad;
    return lists;
}

std::string textOf(const AssetTags::Lists& lists)
{
    std::string out = "{";
    bool isFirst = true;
    for (const auto& [name, paths] : lists) {
        if (paths.empty())
            continue;
        out += isFirst ? "\n    " : ",\n    ";
        isFirst = false;
        appendJsonText(out, name);
        out += ": [";
        bool isFirstPath = true;
        for (const auto& path : paths) {
            out += isFirstPath ? "\n      " : ",\n      ";
            isFirstPath = false;
            appendJsonText(out, path);
        }
        out += "\n    ]";
    }
    out += isFirst ? "}" : "\n  }";
    return out;
}

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool hasControls(std::string_view text)
{
    return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}
} // namespace

fs::path assetTagsFileOf(const Project& project)
{
    return project.root / AssetTagsFileName;
}

Result<AssetTags> parseAssetTags(std::string_view text, const std::string& name)
{
    const auto tree = JsonTree::parse(text, name);
    if (!tree)
        return tree.error();
    const auto format = tree->root().find("format");
    if (!format || format->whole() != TagsFormat)
        return Error{"{}: it holds no tags of format {}", name, TagsFormat};
    AssetTags all;
    for (const auto& [key, lists] :
         {std::pair{"tags", &all.tags}, std::pair{"collections", &all.collections}})
        if (const auto json = tree->root().find(key)) {
            auto read = readLists(*json, name);
            if (!read)
                return read.error();
            *lists = *std::move(read);
        }
    return all;
}

Result<std::string>
withAssetTags(std::string_view text, const AssetTags& tags, const std::string& name)
{
    std::string out{text};
    for (const auto& [key, lists] :
         {std::pair{"tags", &tags.tags}, std::pair{"collections", &tags.collections}}) {
        const bool isEmpty =
            std::ranges::all_of(*lists, [](const auto& each) { return each.second.empty(); });
        auto with =
            withJsonMember(out, key, isEmpty ? std::nullopt : std::optional{textOf(*lists)}, name);
        if (!with)
            return with;
        out = *std::move(with);
    }
    return out;
}

Result<std::string> checkAssetTag(std::string_view tag)
{
    tag = trimmed(tag);
    if (tag.starts_with('#'))
        tag.remove_prefix(1);
    if (tag.empty())
        return Error{"A tag needs a name"};
    if (tag.size() > LongestTag)
        return Error{"The tag is longer than {} letters", LongestTag};
    if (tag.find_first_of(" ,#\"\t") != std::string_view::npos || hasControls(tag))
        return Error{"A tag is one word, without blanks, commas and '#'"};
    return inSmallLetters(tag);
}

Result<std::string> checkCollectionName(std::string_view name)
{
    name = trimmed(name);
    if (name.empty())
        return Error{"A collection needs a name"};
    if (name.size() > LongestCollection || hasControls(name))
        return Error{"The name of a collection is one line of at most {} letters",
                     LongestCollection};
    return std::string{name};
}
} // namespace engine
