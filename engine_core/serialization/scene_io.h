#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/checks/issue.h"
#include "engine_core/scene/world/world.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace engine
{
class JobControl;

/// The newest scene format that this program reads and the one it writes.
inline constexpr int SceneFormat = 2;

struct LoadedScene
{
    std::unique_ptr<World> world;
    std::vector<Issue>
        problems; ///< what could not be used, with line and column; the rest is loaded
};

/// Reads a scene from text. What a scene cannot be read from at all (not JSON, no format, newer
/// than SceneFormat, nested too deep) is an Error with line and column; single bad entities,
/// components and values become problems, and what is merely unknown is kept in UnreadData. Ends
/// soon, with an Error, when `control` is cancelled.
[[nodiscard]] Result<LoadedScene> readScene(std::string_view json,
                                            const TypeRegistry& types,
                                            const std::string& nameForMessages,
                                            const JobControl* control = nullptr);

/// With the plants in the files beside it. An autosave names in `original` the scene that it is a
/// state of: plants that had not changed still lie beside that one.
[[nodiscard]] Result<LoadedScene>
loadScene(const fs::path& file, const TypeRegistry& types, const fs::path& original = {});

/// The canonical text: keys sorted, one entity, brush or component a line, shortest numbers that
/// read back to the same bits. Same world, same bytes. `world` may be a copy on a worker thread.
[[nodiscard]] std::string writeScene(const World& world, const TypeRegistry& types);

/// The same with all plants in the text itself, for where there is no place beside it, such as the
/// clipboard. readScene() reads both.
[[nodiscard]] std::string writeSceneWithPlants(const World& world, const TypeRegistry& types);

/// Told the hash of a scene's text right before the file is written.
using BeforeSave = std::function<void(ContentHash)>;

/// With the plants in files beside it. On an error what was there is untouched, except that the
/// message says so if only the plants could not take their place.
[[nodiscard]] Result<void> saveScene(const World& world,
                                     const TypeRegistry& types,
                                     const fs::path& file,
                                     const BeforeSave& before = {});

/// Of everything that writeScene writes.
[[nodiscard]] ContentHash contentHash(const World& world, const TypeRegistry& types);
} // namespace engine
