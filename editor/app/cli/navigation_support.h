#pragma once

#include "editor/app/cli/cli.h"
#include "engine_core/assets/asset_database.h"
#include "engine_core/base/result.h"
#include "engine_core/navigation/nav_checks.h"
#include "engine_core/serialization/scene_io.h"

#include <memory>
#include <string>

namespace editor
{
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

/// `agent` may be empty: the first one.
[[nodiscard]] engine::Result<std::unique_ptr<NavigationScene>> readNavigationScene(
    const std::string& word, const std::string& agent, const engine::TypeRegistry& types);
} // namespace editor
