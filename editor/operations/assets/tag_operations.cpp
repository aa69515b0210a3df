#include "editor/operations/assets/tag_operations.h"

#include <functional>

namespace editor
{
using engine::AssetTags;
using engine::Error;
using engine::Result;

namespace
{
constexpr std::uintmax_t MostTagBytes = std::uintmax_t{64} << 20U;

Result<std::string> tagsText(const engine::Project& project)
{
    const auto file = engine::assetTagsFileOf(project);
    std::error_code failed;
    if (!engine::fs::exists(file, failed))
        return std::string{engine::NoAssetTags};
    auto text = engine::readFile(file, MostTagBytes);
    if (text && text->empty())
        return std::string{engine::NoAssetTags};
    return text;
}

Result<AssetTags> parseTags(const engine::Project& project, const std::string& text)
{
    return engine::parseAssetTags(text, engine::assetTagsFileOf(project).string());
}

Result<std::string> checkListName(AssetList list, const std::string& name)
{
    return list == AssetList::Tag ? engine::checkAssetTag(name) : engine::checkCollectionName(name);
}

Result<void> editTags(Transaction& edit,
                      const engine::Project& project,
                      AssetList list,
                      const std::function<Result<void>(AssetTags::Lists& lists)>& change)
{
    const auto file = engine::assetTagsFileOf(project);
    if (auto place = engine::checkPlaceToWrite(file); !place)
        return place;
    const auto before = tagsText(project);
    if (!before)
        return before.error();
    auto tags = parseTags(project, *before);
    if (!tags)
        return tags.error();
    if (auto done = change(list == AssetList::Tag ? tags->tags : tags->collections); !done)
        return done;
    auto after = engine::withAssetTags(*before, *tags, file.string());
    if (!after)
        return after.error();
    edit.write({file, *before, *std::move(after)});
    return {};
}
} // namespace

Result<AssetTags> readAssetTags(const engine::Project& project)
{
    const auto text = tagsText(project);
    return text ? parseTags(project, *text) : text.error();
}

Result<void> setListed(Transaction& edit,
                       const engine::Project& project,
                       AssetList list,
                       const std::string& name,
                       const std::vector<std::string>& files,
                       bool isListed)
{
    const auto good = checkListName(list, name);
    if (!good)
        return good.error();
    return editTags(edit, project, list, [&](AssetTags::Lists& lists) -> Result<void> {
        auto& listed = lists[*good];
        for (const auto& file : files)
            if (isListed)
                listed.insert(file);
            else
                listed.erase(file);
        return {};
    });
}

Result<void> renameList(Transaction& edit,
                        const engine::Project& project,
                        AssetList list,
                        const std::string& from,
                        const std::string& to)
{
    const auto good = to.empty() ? Result<std::string>{to} : checkListName(list, to);
    if (!good)
        return good.error();
    return editTags(edit, project, list, [&](AssetTags::Lists& lists) -> Result<void> {
        if (*good != from && lists.contains(*good))
            return Error{"'{}' is there already", *good}; // two lists in one come never apart again
        auto files = std::move(lists[from]);
        lists.erase(from);
        if (!good->empty())
            lists[*good] = std::move(files);
        return {};
    });
}
} // namespace editor
