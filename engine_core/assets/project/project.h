#pragma once

#include "engine_core/base/files/files.h"

#include <memory>
#include <string>
#include <vector>

namespace engine
{
class JobControl;
struct InputMap;

/// A folder with project.json, scenes/, scripts/ and assets/.
struct Project
{
    fs::path root;
    std::string name;
    std::string startScene; ///< below the root, such as "scenes/start.scene.json"
    std::shared_ptr<const InputMap> input{}; ///< null: the usual one, see inputOf()

    [[nodiscard]] fs::path assetFolder() const { return root / "assets"; }

    [[nodiscard]] fs::path scriptFolder() const { return root / "scripts"; }

    [[nodiscard]] fs::path sceneFolder() const { return root / "scenes"; }

    /// Git-ignored: what can be made again at will.
    [[nodiscard]] fs::path cacheFolder() const { return root / ".mapwright"; }
};

/// Reads project.json, whose folder may be named with or without it. Errors are one sentence.
[[nodiscard]] Result<Project> openProject(const fs::path& folder);

/// The text of a project.json (resources/schemas/project.schema.json).
[[nodiscard]] std::string projectText(const Project& project);

/// The project whose folder holds the scene file, looking upwards.
[[nodiscard]] Result<Project> projectOfScene(const fs::path& sceneFile);

/// Of a file below the project's assets, as components store it, with its ending; links are
/// followed. Empty if it lies elsewhere.
[[nodiscard]] std::string assetPathOf(const fs::path& file, const Project& project);

/// Scene files, relative to the root, sorted.
[[nodiscard]] std::vector<fs::path> scenesOf(const Project& project);

/// What createProject can start from: "empty", then the sample projects of the installation.
[[nodiscard]] std::vector<std::string> projectTemplates();

/// Makes a project in a folder that does not exist yet or is empty; named after the folder. On an
/// error nothing new is left behind. "empty" has one empty scene; the others are copies. Runs on
/// any thread; a cancelled `control` makes it stop with an Error.
[[nodiscard]] Result<Project> createProject(const fs::path& folder,
                                            const std::string& templateName,
                                            JobControl* control = nullptr);
} // namespace engine
