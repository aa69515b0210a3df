#pragma once

#include "editor/app/cli/cli.h"
#include "engine_core/assets/project/asset_database.h"
#include "engine_core/serialization/scene_io.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>

namespace editor
{
/// The component types that scene files of this program may hold.
[[nodiscard]] engine::TypeRegistry sceneTypes();

/// The scene file that a word names: the file itself, or the start scene of a project's folder.
[[nodiscard]] engine::Result<engine::fs::path> sceneFileOf(const std::string& word);

/// Reads the scene that a word names.
[[nodiscard]] engine::Result<engine::LoadedScene> openScene(const std::string& word,
                                                            const engine::TypeRegistry& types);

/// As the editor does on opening: prefab instances get what their files have by now. What cannot be
/// read is said on stderr and leaves its instances as the scene has them.
void followPrefabs(engine::World& world,
                   const engine::fs::path& sceneFile,
                   const engine::TypeRegistry& types);

/// A scene that was read, with what its project gives it.
struct PlayableScene
{
    engine::LoadedScene scene;
    std::unique_ptr<engine::AssetDatabase> assets;
};

/// Reads the scene, which lies in a project, as the editor opens it. Whether its scripts may run is
/// for the caller to ask.
[[nodiscard]] engine::Result<PlayableScene> openPlayable(const engine::fs::path& sceneFile,
                                                         const engine::TypeRegistry& types);

/// Takes the scene's baked lightmap into memory, if it names one; a broken one costs the light, not
/// the picture, and is said on stderr.
void loadLightmapOf(const engine::World& world,
                    const engine::fs::path& sceneFile,
                    engine::AssetDatabase& assets);

/// Writes the one JSON object of `--json` to stdout; UnwritableOutput if it does not get there.
[[nodiscard]] ExitStatus printJson(const nlohmann::ordered_json& json, ExitStatus status);

/// The same for lines of text.
[[nodiscard]] ExitStatus printText(const std::string& text, ExitStatus status);
} // namespace editor
