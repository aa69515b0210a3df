#pragma once

#include "editor/operations/assets/asset_change.h"
#include "engine_core/assets/project/asset_database.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace editor
{
class Document;

/// What somebody wants of files or folders below assets/.
struct AssetRequest
{
    enum class Kind
    {
        Rename, ///< or move: each to the path at the same place of `to`
        Delete
    };

    Kind kind = Kind::Rename;
    std::vector<std::string> from; ///< paths of files, with their endings, or of folders
    std::vector<std::string> to;
    /// What takes the place of the one file that is deleted, in all that names it; none: it must
    /// not be named anywhere.
    std::optional<std::string> replacement{};
};

/// A path below assets/ as it is written here, without a slash at its end. A sentence if it is
/// absolute or has empty parts, "." or ".." in it.
[[nodiscard]] engine::Result<std::string> checkedAssetPath(std::string path);

/// Whether a file or folder below assets/ may get that path: a sentence if it would leave the
/// folder, is no name that every system takes, is another kind of file, or is in use, also if only
/// capital letters tell the two apart. Looks at one folder; meant for each key that is typed.
[[nodiscard]] engine::Result<void>
checkAssetPlace(const engine::Project& project, const std::string& from, const std::string& to);

/// Whether a file may take the place of one that is deleted: a sentence if that one is its parent,
/// or a prefab in it, directly or not, since it would be its own then. Reads these files.
[[nodiscard]] engine::Result<void> checkReplacement(const engine::Project& project,
                                                    const std::string& deleted,
                                                    const std::string& replacement);

/// What a change will be about.
struct AssetOutlook
{
    std::size_t files = 0;               ///< that get another name or go, companions included
    std::vector<engine::Swap> swaps;     ///< of the open scene
    std::size_t objects = 0;             ///< of the open scene that name them
    std::vector<std::string> otherFiles; ///< below the project, that are rewritten
    std::vector<std::string> users;      ///< of them, those that do not move themselves
    std::vector<std::string> mentions;   ///< scripts and the like that name them as text
    std::vector<std::string> problems;   ///< files that could not be read and stay as they are
    std::shared_ptr<AssetChange> change;

    [[nodiscard]] bool isInUse() const { return objects > 0 || !users.empty(); }
};

/// Finds it out, on any thread, with a copy of the open scene's world and its file. An Error if
/// one of the moves is refused, or when it is cancelled.
[[nodiscard]] engine::Result<AssetOutlook> planAssetChange(const engine::Project& project,
                                                           const AssetRequest& request,
                                                           const engine::World& world,
                                                           const fs::path& scene,
                                                           const engine::TypeRegistry& types,
                                                           engine::JobControl& control);

/// What the step is called: "Rename brick to wall".
[[nodiscard]] std::string labelOf(const AssetRequest& request);

/// Does it as one step of that name. An Error leaves files and scene as they were.
engine::Result<void>
runAssetChange(Document& document, const std::string& label, const AssetOutlook& outlook);

/// Where deleted files of a project go; undo brings them back from there, and so may people. They
/// stay for thirty days.
[[nodiscard]] fs::path deletedFolderOf(const engine::Project& project);
} // namespace editor
