#include "editor/app/scene_files.h"

#include "editor/document/journal_files.h"
#include "engine_core/assets/prefab_library.h"

#include <cstdlib>

namespace editor
{
using namespace engine;

namespace
{
/// Where new light lies until the scene that refers to it is written.
fs::path waitingLightmap(const fs::path& lightmap)
{
    return lightmap.string() + ".new";
}

/// The light in the file; null if there is none that can be read.
std::shared_ptr<const Lightmap> lightIn(const fs::path& file)
{
    std::error_code failed;
    if (!fs::exists(file, failed))
        return nullptr;
    auto stored = loadLightmap(file);
    return stored ? *std::move(stored) : nullptr;
}
} // namespace

std::string sceneName(const fs::path& file)
{
    const auto name = file.filename().string();
    if (name.empty())
        return "untitled";
    if (name.ends_with(SceneEnding))
        return name.substr(0, name.size() - std::string_view{SceneEnding}.size());
    return isPrefabFile(name) ? prefabName(name) : file.stem().string();
}

fs::path lightmapFileFor(const fs::path& scene)
{
    auto name = scene.filename().string();
    if (name.ends_with(SceneEnding))
        name.resize(name.size() - std::string_view{SceneEnding}.size());
    return scene.parent_path() / (name + ".lightmap.exr");
}

Result<void> saveSceneWithLight(const World& world,
                                const TypeRegistry& types,
                                const fs::path& scene,
                                const Lightmap* lightmap,
                                const BeforeSave& before)
{
    if (lightmap == nullptr)
        return saveScene(world, types, scene, before);
    const auto inside =
        resolveInside(scene.parent_path(), world.get<LightmapRef>(SceneEntity)->file);
    if (!inside)
        return inside.error();
    const auto& place = *inside;
    if (const auto stored = lightIn(place);
        stored && stored->hash == lightmap->hash && stored->bodies == lightmap->bodies)
        return saveScene(world, types, scene, before);
    const auto waiting = waitingLightmap(place);
    std::error_code failed;
    if (auto saved = saveLightmap(*lightmap, waiting); !saved)
        return saved;
    auto saved = saveScene(world, types, scene, before);
    // Its plants alone may have failed.
    if (!saved && hashOfFile(scene) != contentHash(world, types)) {
        fs::remove(waiting, failed);
        return saved;
    }
    fs::rename(waiting, place, failed);
    if (failed && saved)
        return Error{"The scene is saved, but its light cannot be written to '{}': {}",
                     place.string(), failed.message()};
    return saved;
}

ContentHash lightmapHash(const LightmapRef& reference)
{
    return std::strtoull(reference.hash.c_str(), nullptr, 16);
}

void takeWaitingLightmap(const fs::path& scene, const LightmapRef& reference)
{
    const auto place = resolveInside(scene.parent_path(), reference.file);
    if (!place)
        return;
    const auto waiting = waitingLightmap(*place);
    std::error_code ignored;
    if (const auto stored = lightIn(waiting); stored && stored->hash == lightmapHash(reference))
        fs::rename(waiting, *place, ignored);
}

Result<std::shared_ptr<const Lightmap>> loadLightmapOf(const fs::path& scene,
                                                       const LightmapRef& reference)
{
    const auto place = resolveInside(scene.parent_path(), reference.file);
    return place ? loadLightmap(*place) : place.error();
}
} // namespace editor
