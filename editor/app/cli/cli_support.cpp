#include "editor/app/cli/cli_support.h"

#include "editor/app/workspace/scene_files.h"
#include "engine_core/assets/prefabs/prefab_library.h"
#include "engine_core/assets/project/project.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/components/scene_settings.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace editor
{
using namespace engine;

TypeRegistry sceneTypes()
{
    TypeRegistry types;
    registerComponents(types);
    return types;
}

Result<fs::path> sceneFileOf(const std::string& word)
{
    std::error_code failed;
    if (!fs::is_directory(word, failed))
        return fs::path{word};
    const auto project = openProject(word);
    if (!project)
        return project.error();
    if (project->startScene.empty())
        return Error{"The project '{}' has no start scene", word};
    return project->root / project->startScene;
}

Result<LoadedScene> openScene(const std::string& word, const TypeRegistry& types)
{
    const auto file = sceneFileOf(word);
    if (!file)
        return file.error();
    return loadScene(*file, types);
}

void followPrefabs(World& world, const fs::path& sceneFile, const TypeRegistry& types)
{
    const auto project = projectOfScene(fs::absolute(sceneFile));
    if (!project || world.count<PrefabInstance>() == 0)
        return;
    PrefabLibrary library{project->assetFolder(), types};
    for (const auto& failure : updatePrefabs(world, library, types))
        complain(ExitStatus::Done, failure + "; its instances are as the scene has them");
}

Result<PlayableScene> openPlayable(const fs::path& sceneFile, const TypeRegistry& types)
{
    auto scene = loadScene(sceneFile, types);
    if (!scene)
        return scene.error();
    const auto project = projectOfScene(sceneFile);
    if (!project)
        return project.error();
    followPrefabs(*scene->world, sceneFile, types);
    auto assets = std::make_unique<AssetDatabase>(*project);
    assets->supply(*scene->world);
    return PlayableScene{*std::move(scene), std::move(assets)};
}

void loadLightmapOf(const World& world, const fs::path& sceneFile, AssetDatabase& assets)
{
    const auto* reference = world.get<LightmapRef>(SceneEntity);
    if (reference == nullptr || reference->file.empty())
        return;
    const auto lightmap = loadLightmapOf(sceneFile, *reference);
    if (!lightmap)
        complain(ExitStatus::Done,
                 fmt::format("drawn without its lightmap: {}", lightmap.error().message()));
    else // under the scene's hash, so that old light shows until it is baked again
        assets.lightmaps().put(lightmapHash(*reference), *lightmap);
}

ExitStatus printJson(const nlohmann::ordered_json& json, ExitStatus status)
{
    using Handler = nlohmann::ordered_json::error_handler_t;
    return printText(json.dump(2, ' ', false, Handler::replace) + "\n", status);
}

ExitStatus printText(const std::string& text, ExitStatus status)
{
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (std::fflush(stdout) == 0 && written)
        return status;
    return complain(ExitStatus::UnwritableOutput,
                    fmt::format("the result cannot be written: {}", std::strerror(errno)));
}
} // namespace editor
