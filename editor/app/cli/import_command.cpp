#include "editor/app/cli/cli_job.h"
#include "editor/app/cli/cli_support.h"
#include "editor/app/cli/commands.h"
#include "engine_core/interchange/map_import.h"
#include "engine_core/interchange/project_textures.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace editor
{
using namespace engine;

namespace
{
constexpr std::uintmax_t MaxMapFile = std::uintmax_t{256} << 20U;

struct ImportRequest
{
    std::string file;
    std::string scene;
    double scale = DefaultMapScale;
    bool json = false;
    bool quiet = false;
};

Result<ImportRequest> readRequest(CliArguments& arguments)
{
    ImportRequest request;
    request.json = arguments.takeFlag("--json");
    request.quiet = arguments.takeFlag("--quiet");
    const auto scale = takeMapScale(arguments);
    if (!scale)
        return scale.error();
    request.scale = *scale;
    request.scene = arguments.takeOption("-o");
    request.file = arguments.takeWord();
    if (const auto bad = arguments.complaint(); !bad.empty())
        return Error{bad};
    if (request.file.empty() || request.scene.empty())
        return Error{"import needs a file, and -o with the scene to write"};
    if (!request.file.ends_with(".map"))
        return Error{
            "import reads Quake .map files; models are used where they are, below assets/"};
    return request;
}

nlohmann::ordered_json resultJson(const ImportedMap& map, double seconds)
{
    auto skipped = nlohmann::ordered_json::array();
    for (const auto& skip : map.skips.list())
        skipped.push_back({{"line", skip.line}, {"reason", skip.reason}});
    return {{"brushes", map.brushes},
            {"entities", map.entities},
            {"lights", map.lights},
            {"invalid_brushes", map.invalidBrushes},
            {"patches", map.patches},
            {"skipped", std::move(skipped)},
            {"skipped_count", map.skips.count()},
            {"notes", map.notes},
            {"seconds", seconds}};
}

std::string resultText(const ImportRequest& request, const ImportedMap& map, double seconds)
{
    auto text = fmt::format("{}: {} brushes and {} entities in {:.2f} s\n", request.scene,
                            map.brushes, map.entities, seconds);
    for (const auto& note : map.notes)
        text += fmt::format("  {}\n", note);
    for (const auto& skip : map.skips.list())
        text += fmt::format("  {}:{}: left out: {}\n", request.file, skip.line, skip.reason);
    return text;
}
} // namespace

Result<double> takeMapScale(CliArguments& arguments)
{
    const auto text = arguments.takeOption("--scale");
    if (text.empty())
        return DefaultMapScale;
    char* end = nullptr;
    const double scale = std::strtod(text.c_str(), &end);
    if (*end != '\0' || !(scale >= 1e-6) || !(scale <= 1e3))
        return Error{"--scale is metres per unit, such as 0.03125, not '{}'", text};
    return scale;
}

ExitStatus runImport(CliArguments& arguments)
{
    const auto request = readRequest(arguments);
    if (!request)
        return complain(ExitStatus::WrongUsage, request.error().message());
    const auto start = std::chrono::steady_clock::now();
    const auto text = readFile(request->file, MaxMapFile);
    if (!text)
        return complain(ExitStatus::UnreadableInput, text.error().message());
    std::optional<ProjectTextures> textures;
    if (const auto project = projectOfScene(fs::absolute(request->scene)))
        textures.emplace(*project);

    std::optional<Result<ImportedMap>> map;
    const auto show = request->quiet ? ShowProgress::No : ShowProgress::Yes;
    const bool cancelled = runCancellable("Importing", show, [&](JobControl& control) {
        MapImportOptions options{request->scale, {}, &control};
        if (textures)
            options.findTexture = [&](std::string_view name) {
                return textures->find(name);
            };
        map = importMap(*text, options);
    });
    if (cancelled)
        return complain(ExitStatus::Cancelled, "the import was cancelled; nothing was written");
    if (!map)
        return complain(ExitStatus::UnreadableInput, "the map could not be read");
    if (!*map)
        return complain(ExitStatus::UnreadableInput,
                        map->error().withContext("Cannot import '{}'", request->file).message());
    if (const auto saved = saveScene(*(**map).world, sceneTypes(), request->scene); !saved)
        return complain(ExitStatus::UnwritableOutput, saved.error().message());
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return request->json ? printJson(resultJson(**map, seconds), ExitStatus::Done)
                         : printText(resultText(*request, **map, seconds), ExitStatus::Done);
}
} // namespace editor
