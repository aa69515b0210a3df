#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/base/hash.h"

#include <map>
#include <string>
#include <vector>

namespace engine
{
class AssetDatabase;
class World;

/// A file that the course of a game depends on.
struct RecordedFile
{
    std::string name; ///< below the project
    fs::path file;
};

/// project.json and the models of the level. Main thread; reads nothing.
[[nodiscard]] std::vector<RecordedFile> recordedFilesOf(const World& level, AssetDatabase& assets);

/// The scripts of a project, at most 1,000. Any thread.
[[nodiscard]] std::vector<RecordedFile> scriptFilesOf(const fs::path& project);

/// Contents by name; those that cannot be read, or are over 64 MB, are left out. Any thread.
[[nodiscard]] std::map<std::string, ContentHash> hashesOf(const std::vector<RecordedFile>& files);
} // namespace engine
