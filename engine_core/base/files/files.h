#pragma once

#include "engine_core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace engine
{
namespace fs = std::filesystem;

/// The whole file as bytes. Errors name the file and the system's reason. Refuses folders, devices
/// and files over `limit` bytes.
[[nodiscard]] Result<std::string> readFile(const fs::path& file,
                                           std::uintmax_t limit = std::uintmax_t{1} << 31);

/// Writes a new file beside the old one, flushes it to disk and renames it into place: whatever
/// happens (full disk, power cut, read-only folder), the old file stays whole until the new one is.
/// Refuses what checkPlaceToWrite() does.
[[nodiscard]] Result<void> writeFileAtomically(const fs::path& file, std::string_view bytes);

/// The rule for all that is written (ADR 0023), asked early by what works long before it writes:
/// below a project's folder no link, no other file system, and nothing that is no plain file or
/// folder is written to or through. Folders that are not there yet are fine. Elsewhere the user's
/// own links are followed. Errors name the file and what is in the way.
[[nodiscard]] Result<void> checkPlaceToWrite(const fs::path& file);

/// Makes the folder and those above it that are missing, under the same rule.
[[nodiscard]] Result<void> makeFolders(const fs::path& folder);

/// `relative` below `root`, whole and without links; an error if it is absolute or climbs out of
/// root. An empty root, such as the folder of a bare name, is the working folder.
[[nodiscard]] Result<fs::path> resolveInside(const fs::path& root, const fs::path& relative);

/// The folder of read-only data that belongs to the program (shaders, templates, schemas): found
/// beside the executable or in the source tree it was built from.
[[nodiscard]] fs::path resourceFolder();

/// The folder of the repository or installation that holds `projects/`, `plugins/` and
/// `resources/`.
[[nodiscard]] fs::path installationFolder();
} // namespace engine
