#pragma once

#include "engine_core/assets/project/project.h"
#include "engine_core/base/result.h"

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace engine
{
/// What people say of the assets of a project: words by which they find them, and sets that belong
/// together. Kept in a file of the project, an asset a line, so that changes of several people
/// merge.
struct AssetTags
{
    /// Paths of files below assets/ by the tag or the collection they have.
    using Lists = std::map<std::string, std::set<std::string>>;

    Lists tags;
    Lists collections;

    friend bool operator==(const AssetTags&, const AssetTags&) = default;
};

/// "asset_tags.json" beside project.json.
[[nodiscard]] fs::path assetTagsFileOf(const Project& project);

inline constexpr std::string_view AssetTagsFileName = "asset_tags.json";

/// What a project without the file has.
inline constexpr std::string_view NoAssetTags = "{\n  \"format\": 1\n}\n";

/// Errors are one sentence with the file's name, and line and column where there are some. Refuses
/// more than 100,000 entries.
[[nodiscard]] Result<AssetTags> parseAssetTags(std::string_view text, const std::string& name);

/// The text with these; all else that it holds stays word for word.
[[nodiscard]] Result<std::string>
withAssetTags(std::string_view text, const AssetTags& tags, const std::string& name);

/// The tag as it is kept: in small letters, without blanks around it. An Error for one that no
/// search could name: empty, with a blank, comma or '#' in it, or longer than 40 bytes.
[[nodiscard]] Result<std::string> checkAssetTag(std::string_view tag);

/// The same of a collection, which may have blanks and capital letters.
[[nodiscard]] Result<std::string> checkCollectionName(std::string_view name);
} // namespace engine
