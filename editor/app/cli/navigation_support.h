#pragma once

#include "editor/app/cli/cli.h"
#include "engine_core/assets/project/asset_database.h"
#include "engine_core/base/result.h"
#include "engine_core/navigation/survey/nav_checks.h"
#include "engine_core/serialization/scene_io.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>

namespace editor
{
/// What every command about navigation is told.
struct LevelRequest
{
    std::string scene;
    std::string agent;    ///< empty: the first one
    unsigned threads = 0; ///< 0: all
    bool json = false;
    bool quiet = false;
};

/// Takes the scene, --agent, --threads, --json and --quiet. Last of all: an error names what is
/// left over, too. `command` as its user writes it.
[[nodiscard]] engine::Result<LevelRequest> takeLevelRequest(CliArguments& arguments,
                                                            const std::string& command);

/// [x, y, z]
[[nodiscard]] nlohmann::ordered_json pointJson(const engine::Vec3d& point);

/// A scene that was read for a command about navigation, with its models.
struct NavigationScene
{
    engine::fs::path file;
    std::unique_ptr<engine::AssetDatabase> assets; ///< null if the scene lies in no project
    engine::LoadedScene loaded;
    engine::NavProfile profile;
    engine::NavScene scene;

    [[nodiscard]] const engine::World& world() const { return *loaded.world; }
};

[[nodiscard]] engine::Result<std::unique_ptr<NavigationScene>>
readNavigationScene(const LevelRequest& request, const engine::TypeRegistry& types);
} // namespace editor
