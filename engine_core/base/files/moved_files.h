#pragma once

#include "engine_core/base/files/files.h"

namespace engine
{
/// Files under another name, in steps that never leave one without any: first a second name, then
/// what refers to it, then the first name goes. All under the rule for places to write (ADR 0023).

/// Lets `to`, which must not be there, be a second name of the file, or a copy where the disk has
/// no second names. Its folder is made if need be. Refused for links, folders and devices.
[[nodiscard]] Result<void> addFileName(const fs::path& from, const fs::path& to);

/// Takes a file's name away; its contents go with the last one.
[[nodiscard]] Result<void> removeFileName(const fs::path& file);

/// Takes the folder away if nothing is in it, and those above it as far as they are empty then, up
/// to `root`, which stays.
void removeEmptyFolders(const fs::path& folder, const fs::path& root);
} // namespace engine
