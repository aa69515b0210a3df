#pragma once

#include "engine_core/assets/project/asset_database.h"
#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/world/world.h"

#include <memory>
#include <string>

namespace engine
{
/// A scene of a project by what scripts call it: its path below the project, such as
/// "scenes/cellar.scene.json". Without a detour ("scenes/../scenes/x"), so that equal scenes have
/// equal names. An Error for what is no scene, or lies outside of the project.
[[nodiscard]] Result<std::string> sceneName(const Project& project, const std::string& path);

/// The scene of a file as the project calls it; empty if it lies outside.
[[nodiscard]] std::string sceneNameOf(const Project& project, const fs::path& file);

/// Reads a scene so that it can be played: with its prefabs as their files have them. An Error if
/// there is no such file, or none that can be read; what of it cannot be used is logged.
[[nodiscard]] Result<std::unique_ptr<World>>
readLevel(AssetDatabase& assets, const TypeRegistry& types, const std::string& name);
} // namespace engine
