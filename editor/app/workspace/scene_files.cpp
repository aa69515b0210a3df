#include "editor/app/workspace/scene_files.h"

#include "editor/document/journal_files.h"
#include "engine_core/assets/prefabs/prefab_library.h"
#include "engine_core/base/files/unfinished_files.h"
#include "engine_core/base/files/waiting_file.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/serialization/foliage_file.h"

#include <charconv>
#include <cstdlib>
#include <map>

namespace editor
{
using namespace engine;

namespace
{
/// The light in the file; null if there is none that can be read.
std::shared_ptr<const Lightmap> lightIn(const fs::path& file)
{
    std::error_code failed;
    if (!fs::exists(file, failed))
        return nullptr;
    auto stored = loadLightmap(file);
    return stored ? *std::move(stored) : nullptr;
}

/// Whether a file of this name holds plants of a layer of the scene.
bool isPlantsOf(const fs::path& scene, std::string_view name)
{
    EntityId layer;
    const auto stem = sceneName(scene) + ".";
    if (!name.starts_with(stem))
        return false;
    const auto number = name.substr(stem.size());
    std::from_chars(number.data(), number.data() + number.size(), layer.value);
    return name == foliageFileFor(scene, layer).filename().string();
}

bool isLightIn(const fs::path& file, const Lightmap& lightmap)
{
    const auto stored = lightIn(file);
    // The hash is of what is seen: what else the light knows may have changed beside it.
    return stored && stored->hash == lightmap.hash && stored->bodies == lightmap.bodies &&
           stored->reflections == lightmap.reflections;
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
    const auto& reference = *world.get<LightmapRef>(SceneEntity);
    const auto inside = resolveInside(scene.parent_path(), reference.file);
    if (!inside)
        return inside.error();
    const auto& place = *inside;
    if (isLightIn(place, *lightmap)) {
        auto saved = saveScene(world, types, scene, before);
        if (saved && lightmap->hash == lightmapHash(reference))
            removeWaitingFiles(place);
        return saved;
    }
    WaitingFile light{place, lightmap->hash};
    if (!light.hold() || !isLightIn(light.path(), *lightmap))
        if (auto written =
                light.write([&](const fs::path& file) { return saveLightmap(*lightmap, file); });
            !written)
            return written;
    light.stay();
    auto saved = saveScene(world, types, scene, before);
    // Its plants alone may have failed.
    if (!saved && hashOfFile(scene) != contentHash(world, types)) {
        light.leave();
        return saved;
    }
    if (const auto published = light.publish(); !published && saved)
        return published.error().withContext("The scene is saved, but its light is not");
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
    const auto hash = lightmapHash(reference);
    std::error_code ignored;
    for (const auto& waiting : waitingFiles(*place, hash)) {
        const auto stored = lightIn(waiting);
        if (!stored || stored->hash != hash)
            continue;
        if (const auto taken = takeLeftWaiting(waiting);
            taken.isOpen() && checkPlaceToWrite(*place))
            fs::rename(waiting, *place, ignored);
        return;
    }
}

void clearLeftBeside(const fs::path& scene, const World& world)
{
    const auto folder = scene.has_parent_path() ? scene.parent_path() : fs::path{"."};
    clearUnfinished(folder);
    std::map<std::string, ContentHash> named;
    if (const auto* reference = world.get<LightmapRef>(SceneEntity))
        named[fs::path{reference->file}.filename().string()] = lightmapHash(*reference);
    world.forEach<FoliagePlacement>([&](EntityId layer, const FoliagePlacement& placement) {
        named[foliageFileFor(scene, layer).filename().string()] =
            placement.instances ? placement.instances->hash() : placement.missing;
    });
    const auto light = lightmapFileFor(scene).filename().string();
    clearWaitingFiles(folder, [&](const std::string& place, ContentHash hash) {
        const auto at = named.find(place);
        return hash != 0 && (place == light || isPlantsOf(scene, place)) &&
               (at == named.end() || at->second != hash);
    });
}

Result<std::shared_ptr<const Lightmap>> loadLightmapOf(const fs::path& scene,
                                                       const LightmapRef& reference)
{
    const auto place = resolveInside(scene.parent_path(), reference.file);
    if (!place)
        return place.error();
    const auto hash = lightmapHash(reference);
    for (const auto& waiting : waitingFiles(*place, hash))
        if (auto stored = lightIn(waiting); stored && stored->hash == hash)
            return stored;
    return loadLightmap(*place);
}
} // namespace editor
