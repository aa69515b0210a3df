#pragma once

#include "editor/document/transaction.h"
#include "engine_core/assets/asset_tags.h"

#include <string>
#include <vector>

namespace editor
{
/// Which of the two lists of AssetTags an edit is about.
enum class AssetList
{
    Tag,
    Collection
};

/// What the project's file holds; nothing if there is none. An Error if it cannot be understood,
/// after which nothing is written to it.
[[nodiscard]] engine::Result<engine::AssetTags> readAssetTags(const engine::Project& project);

/// Puts files, by their paths below assets/, on a list or takes them off, and writes the project's
/// file with the step. A list without files is gone. Refused for names that no list may have.
engine::Result<void> setListed(Transaction& edit,
                               const engine::Project& project,
                               AssetList list,
                               const std::string& name,
                               const std::vector<std::string>& files,
                               bool isListed);

/// Gives a list another name; an empty one takes it away. Refused if there is a list of that name.
engine::Result<void> renameList(Transaction& edit,
                                const engine::Project& project,
                                AssetList list,
                                const std::string& from,
                                const std::string& to);
} // namespace editor
