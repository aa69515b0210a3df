#include "editor/app/cli/navigation_support.h"

#include "editor/app/cli/cli_support.h"

namespace editor
{
using namespace engine;

Result<std::unique_ptr<NavigationScene>>
readNavigationScene(const std::string& word, const std::string& agent, const TypeRegistry& types)
{
    auto result = std::make_unique<NavigationScene>();
    const auto file = sceneFileOf(word);
    if (!file)
        return file.error();
    result->file = *file;
    auto loaded = loadScene(*file, types);
    if (!loaded)
        return loaded.error();
    result->loaded = *std::move(loaded);
    auto& world = *result->loaded.world;
    followPrefabs(world, *file, types);
    if (auto project = projectOfScene(*file)) {
        result->assets = std::make_unique<AssetDatabase>(*std::move(project));
        world.setMeshes(result->assets.get());
    }
    auto profile = findNavProfile(world, agent);
    if (!profile)
        return profile.error();
    result->profile = *std::move(profile);
    result->scene = NavScene{world};
    return result;
}
} // namespace editor
