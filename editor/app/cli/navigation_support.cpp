#include "editor/app/cli/navigation_support.h"

#include "editor/app/cli/cli_job.h"
#include "editor/app/cli/cli_support.h"

#include <nlohmann/json.hpp>

namespace editor
{
using namespace engine;

Result<LevelRequest> takeLevelRequest(CliArguments& arguments, const std::string& command)
{
    LevelRequest request;
    request.json = arguments.takeFlag("--json");
    request.quiet = arguments.takeFlag("--quiet");
    request.agent = arguments.takeOption("--agent");
    const auto threads = takeNumber(arguments, "--threads", 1, 1024, 0);
    if (!threads)
        return threads.error();
    request.threads = static_cast<unsigned>(*threads);
    request.scene = arguments.takeWord();
    if (const auto bad = arguments.complaint(); !bad.empty())
        return Error{bad};
    if (request.scene.empty())
        return Error{"{} needs a scene", command};
    return request;
}

nlohmann::ordered_json pointJson(const Vec3d& point)
{
    return {point.x, point.y, point.z};
}

Result<std::unique_ptr<NavigationScene>> readNavigationScene(const LevelRequest& request,
                                                             const TypeRegistry& types)
{
    auto result = std::make_unique<NavigationScene>();
    const auto file = sceneFileOf(request.scene);
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
        result->assets->supply(world);
    }
    auto profile = findNavProfile(world, request.agent);
    if (!profile)
        return profile.error();
    result->profile = *std::move(profile);
    result->scene = NavScene{world};
    return result;
}
} // namespace editor
