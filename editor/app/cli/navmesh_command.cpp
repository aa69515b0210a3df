#include "editor/app/cli/cli_job.h"
#include "editor/app/cli/cli_support.h"
#include "editor/app/cli/commands.h"
#include "editor/app/cli/navigation_support.h"
#include "engine_core/base/count_text.h"
#include "engine_core/navigation/mesh/nav_file.h"
#include "engine_core/navigation/survey/nav_islands.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <optional>

namespace editor
{
using namespace engine;

namespace
{
using Json = nlohmann::ordered_json;

Json islandsJson(const World& world, const NavMesh& mesh, const NavIslands& islands)
{
    constexpr std::size_t MostListed = 100;
    const auto start = startIsland(world, mesh, islands);
    const auto isReached = start ? reachedIslands(mesh, islands, *start) : std::vector<bool>{};
    Json list = Json::array();
    for (std::size_t i = 0; i < islands.all().size() && i < MostListed; ++i) {
        const auto& island = islands.all()[i];
        list.push_back({{"area", island.area},
                        {"polygons", island.polygons},
                        {"place", pointJson(island.place)},
                        {"reached", start ? Json(bool{isReached[i]}) : Json(nullptr)}});
    }
    return list;
}

Json resultJson(const NavigationScene& scene, const NavBuilt& built, const fs::path& file)
{
    const auto& report = built.report;
    const NavIslands islands{built.mesh};
    Json problems = Json::array();
    for (const auto& problem : report.problems)
        problems.push_back(problem);
    return {{"agent", scene.profile.name},
            {"tiles", report.tiles},
            {"polygons", built.mesh.polygonCount()},
            {"links", built.mesh.linkCount()},
            {"triangles_in", report.trianglesIn},
            {"islands", islands.all().size()},
            {"island_list", islandsJson(scene.world(), built.mesh, islands)},
            {"seconds", report.seconds},
            {"threads", report.threads},
            {"bytes", built.mesh.bytes()},
            {"inputs_hash", hashToText(report.inputs)},
            {"content_hash", hashToText(built.mesh.contentHash())},
            {"file", file.string()},
            {"problems", problems}};
}

/// Whether the file beside the scene is the one that a build would write.
ExitStatus checkFile(const NavigationScene& scene, const NavConfig& config, bool json)
{
    const auto file = navMeshFileOf(scene.file, scene.profile.name);
    const auto inputs = hashOfInputs(config, scene.scene);
    if (!inputs)
        return complain(ExitStatus::ProblemsFound, inputs.error().message());
    const auto stored = loadNavMesh(file, config);
    const bool isCurrent = stored && stored->inputs == *inputs;
    const auto status = isCurrent ? ExitStatus::Done : ExitStatus::ProblemsFound;
    const auto why = isCurrent ? std::string{}
                     : stored  ? fmt::format("'{}' is older than the scene", file.string())
                               : stored.error().message();
    if (json)
        return printJson({{"agent", scene.profile.name},
                          {"file", file.string()},
                          {"current", isCurrent},
                          {"inputs_hash", hashToText(*inputs)},
                          {"reason", why}},
                         status);
    return isCurrent ? printText(file.string() + " is current\n", status) : complain(status, why);
}
} // namespace

ExitStatus runNavmesh(CliArguments& arguments)
{
    const bool onlyChecks = arguments.takeFlag("--check");
    const auto request = takeLevelRequest(arguments, "navmesh");
    if (!request)
        return complain(ExitStatus::WrongUsage, request.error().message());
    const auto types = sceneTypes();
    const auto scene = readNavigationScene(*request, types);
    if (!scene)
        return complain(ExitStatus::UnreadableInput, scene.error().message());
    const auto& level = **scene;
    const auto config = makeNavConfig(level.profile, navSettingsOf(level.world()));
    if (!config)
        return complain(ExitStatus::ProblemsFound, config.error().message());
    if (onlyChecks)
        return checkFile(level, *config, request->json);

    const auto file = navMeshFileOf(level.file, level.profile.name);
    if (const auto place = checkPlaceToWrite(file);
        !place) // asked before the build, which may be long
        return complain(ExitStatus::UnwritableOutput, place.error().message());

    std::optional<Result<NavBuilt>> built;
    const auto show = request->quiet ? ShowProgress::No : ShowProgress::Yes;
    const bool cancelled =
        runCancellable("Building the navigation mesh", show, [&](JobControl& control) {
            built.emplace(buildNavMesh(*config, level.scene, {request->threads}, control));
        });
    if (cancelled)
        return complain(ExitStatus::Cancelled, "the build was cancelled; nothing was changed");
    if (!built) // why, is in the log
        return complain(ExitStatus::ProblemsFound, "the navigation mesh was not built");
    if (!*built)
        return complain(ExitStatus::ProblemsFound, (*built).error().message());
    const auto& done = **built;
    if (const auto saved = saveNavMesh(done.mesh, done.report.inputs, file); !saved)
        return complain(ExitStatus::UnwritableOutput, saved.error().message());
    const auto status = done.report.problems.empty() ? ExitStatus::Done : ExitStatus::ProblemsFound;
    if (request->json)
        return printJson(resultJson(level, done, file), status);
    for (const auto& problem : done.report.problems)
        complain(status, problem);
    return printText(fmt::format("{}: {}, {}, {} in {:.2f} s\n", file.string(),
                                 countText(done.report.tiles, "tile", "tiles"),
                                 countText(done.mesh.polygonCount(), "polygon", "polygons"),
                                 countText(NavIslands{done.mesh}.all().size(), "island", "islands"),
                                 done.report.seconds),
                     status);
}
} // namespace editor
