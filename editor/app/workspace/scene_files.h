#pragma once

#include "engine_core/assets/lightmaps/lightmap_store.h"
#include "engine_core/base/files/files.h"
#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/world/world.h"
#include "engine_core/serialization/scene_io.h"

#include <memory>
#include <string>

namespace editor
{
namespace fs = engine::fs;

/// What names of scene files end with.
inline constexpr auto SceneEnding = ".scene.json";

/// "start" of "start.scene.json", "torch" of "torch.prefab.json", "untitled" of no file.
[[nodiscard]] std::string sceneName(const fs::path& file);

/// "start.scene.json" and "start.lightmap.exr" lie side by side.
[[nodiscard]] fs::path lightmapFileFor(const fs::path& scene);

/// Scene, plants and light become new together: plants and light wait beside their places until the
/// scene is there, so that a save that fails leaves the old scene with its own. If the scene is
/// there and they cannot take their places, or if the program dies before they do, they go on
/// waiting, where loading finds them. `lightmap` is that of the world's LightmapRef, or null. Any
/// thread, which `before` is called from, too.
engine::Result<void> saveSceneWithLight(const engine::World& world,
                                        const engine::TypeRegistry& types,
                                        const fs::path& scene,
                                        const engine::Lightmap* lightmap,
                                        const engine::BeforeSave& before = {});

[[nodiscard]] engine::ContentHash lightmapHash(const engine::LightmapRef& reference);

/// A save that was cut short right before its end left the light beside its place. Any thread.
void takeWaitingLightmap(const fs::path& scene, const engine::LightmapRef& reference);

/// Removes what killed programs left beside a scene that was just read: halves of files, and light
/// and plants that wait for a scene which never came. What the scene names stays. Any thread.
void clearLeftBeside(const fs::path& scene, const engine::World& world);

/// The light that is meant if it waits beside its place; else what the file there holds, whether or
/// not it is that. Any thread.
[[nodiscard]] engine::Result<std::shared_ptr<const engine::Lightmap>>
loadLightmapOf(const fs::path& scene, const engine::LightmapRef& reference);
} // namespace editor
