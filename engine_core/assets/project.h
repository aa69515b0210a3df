#pragma once

#include "engine_core/base/files.h"

#include <string>
#include <vector>

namespace engine
{
/// A folder with project.json, scenes/, scripts/ and assets/.
struct Project
{
    fs::path root;
    std::string name;
    std::string startScene; ///< below the root, such as "scenes/start.scene.json"

    [[nodiscard]] fs::path assetFolder() const { return root / "assets"; }

    [[nodiscard]] fs::path scriptFolder() const { return root / "scripts"; }

    [[nodiscard]] fs::path sceneFolder() const { return root / "scenes"; }

    /// Git-ignored: what can be made again at will.
    [[nodiscard]] fs::path cacheFolder() const { return root / ".mapwright"; }
};

[[nodiscard]] Result<Project> openProject(const fs::path& folder);

/// The project whose folder holds the scene file, looking upwards.
[[nodiscard]] Result<Project> projectOfScene(const fs::path& sceneFile);

/// Scene files, relative to the root, sorted.
[[nodiscard]] std::vector<fs::path> scenesOf(const Project& project);
} // namespace engine
