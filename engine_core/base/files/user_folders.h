#pragma once

#include "engine_core/base/files/files.h"

namespace engine
{
/// Where the program keeps what only this user may tell it, such as recovery data and the projects
/// that are trusted: $XDG_DATA_HOME/mapwright, or ~/.local/share/mapwright. Not made by asking.
[[nodiscard]] fs::path userDataFolder();

/// What this user keeps about the project at that place. It follows no copy of the project, and
/// nothing that a project brings along is read in its stead. Not made by asking.
[[nodiscard]] fs::path userFolderOf(const fs::path& project);

/// Makes `folder` and what it lies in, new ones for this user alone (mode 0700). Errors if it
/// cannot be made, is no folder, belongs to somebody else, or may be written by others: what lies
/// there would not be the user's own word.
[[nodiscard]] Result<void> makeUserFolder(const fs::path& folder);
} // namespace engine
