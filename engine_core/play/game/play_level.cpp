#include "engine_core/play/game/play_level.h"

#include "engine_core/assets/prefabs/prefab_library.h"
#include "engine_core/base/log.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/serialization/scene_io.h"

namespace engine
{
namespace
{
constexpr std::string_view SceneEnding = ".scene.json";
} // namespace

Result<std::string> sceneName(const Project& project, const std::string& path)
{
    if (!path.ends_with(SceneEnding))
        return Error{"'{}' is no scene: its name does not end in {}", path, SceneEnding};
    const auto file = resolveInside(project.root, path);
    if (!file)
        return file.error();
    std::error_code failed;
    if (!fs::is_regular_file(*file, failed))
        return Error{"The project has no scene '{}'", path};
    return fs::path{path}.lexically_normal().generic_string();
}

std::string sceneNameOf(const Project& project, const fs::path& file)
{
    if (file.empty())
        return {};
    std::error_code failed;
    const auto root = fs::weakly_canonical(project.root, failed);
    const auto inside = fs::weakly_canonical(file, failed).lexically_relative(root);
    const bool isInside = !failed && !inside.empty() && *inside.begin() != "..";
    return isInside ? inside.generic_string() : std::string{};
}

Result<std::unique_ptr<World>>
readLevel(AssetDatabase& assets, const TypeRegistry& types, const std::string& name)
{
    const auto file = resolveInside(assets.project().root, name);
    if (!file)
        return file.error();
    auto scene = loadScene(*file, types);
    if (!scene)
        return scene.error();
    for (const auto& problem : scene->problems)
        logWarning("play", "{}: {}", name, problem.message);
    auto& world = *scene->world;
    assets.supply(world);
    if (world.count<PrefabInstance>() > 0) {
        PrefabLibrary library{assets.project().assetFolder(), types};
        for (const auto& failure : updatePrefabs(world, library, types))
            logWarning("play", "{}; its instances are as the scene has them", failure);
    }
    return std::move(scene->world);
}
} // namespace engine
