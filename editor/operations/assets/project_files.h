#pragma once

#include "engine_core/base/files/files.h"

#include <string>
#include <vector>

namespace engine
{
class JobControl;
} // namespace engine

namespace editor
{
namespace fs = engine::fs;

/// A file of the project with its path below the root.
struct ProjectFile
{
    fs::path file;
    std::string path;
};

/// Files below a folder, sorted, and what could not be looked at, a sentence each.
struct ProjectFiles
{
    std::vector<ProjectFile> files;
    std::vector<std::string> problems;
};

/// All below `folder`, with paths below `root`; hidden ones, links and `except` with what lies in
/// it are left out. At most 200,000. A folder that is not there has none. Any thread; ends soon
/// when it is cancelled.
[[nodiscard]] ProjectFiles filesBelow(const fs::path& root,
                                      const fs::path& folder,
                                      const engine::JobControl& control,
                                      const fs::path& except = {});
} // namespace editor
