#pragma once

#include "engine_core/assets/project/project.h"

#include <cstdint>

namespace engine
{
/// Whether code that a project brings along may run. Everybody who compiles a script of a project is
/// told by one of these.
enum class ScriptTrust
{
    Off,
    On
};

/// What this user has decided about the project in this folder: On for sample projects of the
/// installation, for what createProject() made of them or of nothing, for what was trusted with
/// trustProject(), and for all while trustForThisRun() holds. Kept in the user's own data folder by
/// the folder's place and identity, so neither a copy nor another folder at the same place inherits
/// it. Reads a small file.
[[nodiscard]] ScriptTrust scriptTrustOf(const Project& project);

/// Remembers that this user lets the scripts of the project run. Errors if it cannot be written.
[[nodiscard]] Result<void> trustProject(const fs::path& root);

/// Forgets it. Sample projects stay trusted.
[[nodiscard]] Result<void> distrustProject(const fs::path& root);

/// Whether it is a sample project of the installation, which needs no decision.
[[nodiscard]] bool isSampleProject(const fs::path& root);

/// Lets scripts of every project run until the program ends; remembers nothing (`--trust`).
void trustForThisRun();

/// Keeps scripts of every project off, trusted or not, until the program ends or the user trusts one
/// by hand with trustProject().
void keepScriptsOff();

/// A file with code of a project.
struct ProjectScript
{
    fs::path file; ///< below the root, such as "Editor/scatter.as"
    std::uintmax_t bytes = 0;
};

/// The scripts below `scripts` and `Editor`, sorted; the first `limit` that are found. Folders that
/// are links are not entered.
[[nodiscard]] std::vector<ProjectScript> scriptsOf(const Project& project,
                                                   std::size_t limit = 1000);

/// What commands say instead of running a script.
[[nodiscard]] Error scriptsAreOff();
} // namespace engine
