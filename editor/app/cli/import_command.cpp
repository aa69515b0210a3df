#include "editor/app/cli/cli_job.h"
#include "editor/app/cli/cli_support.h"
#include "editor/app/cli/commands.h"
#include "engine_core/base/count_text.h"
#include "engine_core/interchange/maps/map_import.h"
#include "engine_core/interchange/maps/map_measures.h"
#include "engine_core/interchange/model_import.h"
#include "engine_core/interchange/project_textures.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
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
    std::optional<double> scale;
    std::string measures; ///< "auto", "keep" or the name of a game; empty: not said
    std::vector<std::string> textures; ///< where textures come from that the project has not
    bool json = false;
    bool quiet = false;

    [[nodiscard]] ShowProgress progress() const
    {
        return quiet ? ShowProgress::No : ShowProgress::Yes;
    }
};

bool isMapFile(const std::string& file)
{
    return file.ends_with(".map");
}

/// Nothing if it is not said.
Result<std::optional<double>> takeScale(CliArguments& arguments)
{
    const auto text = arguments.takeOption("--scale");
    if (text.empty())
        return std::optional<double>{};
    char* end = nullptr;
    const double scale = std::strtod(text.c_str(), &end);
    if (*end != '\0' || !(scale >= 1e-6) || !(scale <= 1e3))
        return Error{"--scale is metres per unit, such as 0.03125, not '{}'", text};
    return std::optional{scale};
}

/// "auto, keep, quake or half-life"
std::string measuresChoices()
{
    std::string names = "auto, keep";
    for (const auto& game : gameMeasures())
        names += (&game == &gameMeasures().back() ? " or " : ", ") + std::string{game.name};
    return names;
}

Result<void> checkMeasures(const ImportRequest& request)
{
    const auto& measures = request.measures;
    if (measures.empty())
        return {};
    if (!isMapFile(request.file))
        return Error{"--measures is for .map files: a model has no player"};
    if (measures != "auto" && measures != "keep" && findMeasures(measures) == nullptr)
        return Error{"--measures is {}, not '{}'", measuresChoices(), measures};
    return {};
}

Result<ImportRequest> readImportRequest(CliArguments& arguments)
{
    ImportRequest request;
    request.json = arguments.takeFlag("--json");
    request.quiet = arguments.takeFlag("--quiet");
    const auto scale = takeScale(arguments);
    if (!scale)
        return scale.error();
    request.scale = *scale;
    request.measures = arguments.takeOption("--measures");
    for (auto place = arguments.takeOption("--textures"); !place.empty();
         place = arguments.takeOption("--textures"))
        request.textures.push_back(std::move(place));
    request.scene = arguments.takeOption("-o");
    request.file = arguments.takeWord();
    if (const auto bad = arguments.complaint(); !bad.empty())
        return Error{bad};
    if (request.file.empty() || request.scene.empty())
        return Error{"import needs a file, and -o with the scene to write"};
    if (fs::path{request.file}.extension() == ".fbx")
        return Error{"FBX files are not read: export the model as glTF (.glb) from the program "
                     "that made it"};
    if (!isMapFile(request.file) && !isModelFile(request.file))
        return Error{"import reads .map, .glb, .gltf and .obj, not '{}'", request.file};
    if (const auto checked = checkMeasures(request); !checked)
        return checked.error();
    if (!request.textures.empty() && !isMapFile(request.file))
        return Error{"--textures is for .map files: a model brings its own"};
    return request;
}

nlohmann::ordered_json measuresJson(const GivenMeasures& given)
{
    if (given.game == nullptr)
        return {{"game", nullptr}, {"text", given.sentence}};
    return {{"game", given.game->name},
            {"player", given.toPlayer},
            {"agent", given.toAgent},
            {"radius", given.player.radius},
            {"height", given.player.standHeight},
            {"eye_height", given.eyeHeight},
            {"crouch_height", given.player.crouchHeight},
            {"step_height", given.player.stepHeight},
            {"jump_height", given.jumpHeight},
            {"gravity", given.gravity},
            {"text", given.sentence}};
}

/// What an import of a map has found.
struct MapOutcome
{
    ImportedMap map;
    GivenMeasures measures;
    std::size_t texturesFound = 0;
    std::vector<std::string> texturesMissing;
    std::vector<std::string> textureProblems;
    std::size_t texturesWritten = 0;
    double seconds = 0;
};

nlohmann::ordered_json resultJson(const MapOutcome& outcome)
{
    const auto& map = outcome.map;
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
            {"textures",
             {{"found", outcome.texturesFound},
              {"written", outcome.texturesWritten},
              {"missing", outcome.texturesMissing},
              {"problems", outcome.textureProblems}}},
            {"measures", measuresJson(outcome.measures)},
            {"seconds", outcome.seconds}};
}

std::string resultText(const ImportRequest& request, const MapOutcome& outcome)
{
    const auto& map = outcome.map;
    auto text = fmt::format("{}: {} and {} in {:.2f} s\n", request.scene,
                            countText(map.brushes, "brush", "brushes"),
                            countText(map.entities, "entity", "entities"), outcome.seconds);
    text += fmt::format("  {}\n", outcome.measures.sentence);
    text += fmt::format(
        "  {} of {} found", outcome.texturesFound,
        countText(outcome.texturesFound + outcome.texturesMissing.size(), "texture", "textures"));
    if (outcome.texturesWritten > 0)
        text += fmt::format(", {} of them brought into the project", outcome.texturesWritten);
    text += "\n";
    if (!outcome.texturesMissing.empty())
        text += fmt::format("  missing: {}\n", fmt::join(outcome.texturesMissing, " "));
    for (const auto& problem : outcome.textureProblems)
        text += fmt::format("  {}\n", problem);
    for (const auto& note : map.notes)
        text += fmt::format("  {}\n", note);
    for (const auto& skip : map.skips.list())
        text += fmt::format("  {}:{}: left out: {}\n", request.file, skip.line, skip.reason);
    return text;
}

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// As the option says.
GivenMeasures giveMeasures(ImportedMap& map, const ImportRequest& request, std::string_view text)
{
    if (request.measures == "keep") {
        GivenMeasures none;
        none.sentence = "The player and the agent are the usual ones";
        return none;
    }
    return engine::giveMeasures(*map.world, measuresOr(request.measures, text),
                                request.scale.value_or(DefaultMapScale), nullptr);
}

/// Opens what --textures names, for the project that the scene lies in.
Result<std::optional<TextureShelf>> openShelf(const ImportRequest& request,
                                              const Result<Project>& project)
{
    if (request.textures.empty())
        return std::optional<TextureShelf>{};
    if (!project)
        return Error{"textures are brought into a project, and the scene lies in none: {}",
                     project.error().message()};
    std::optional<TextureShelf> shelf{*project};
    for (const auto& place : request.textures)
        if (auto opened = shelf->open(place); !opened)
            return opened.error();
    return shelf;
}

/// Nothing if it was cancelled; textures that were brought are taken back unless all went well.
std::optional<Result<MapOutcome>> importMap(const ImportRequest& request,
                                            const std::string& text,
                                            const Result<Project>& project,
                                            TextureShelf* shelf,
                                            const MapPartTable& parts)
{
    std::optional<ProjectTextures> textures;
    if (project)
        textures.emplace(*project, shelf);
    std::optional<Result<ImportedMap>> map;
    const bool cancelled =
        runCancellable("Importing", request.progress(), [&](JobControl& control) {
            MapImportOptions options{request.scale.value_or(DefaultMapScale),
                                     {},
                                     &control,
                                     {&parts, measuresOr(request.measures, text).name}};
            if (textures)
                options.findTexture = [&](std::string_view name) {
                    return textures->find(name);
                };
            map = engine::importMap(text, options);
        });
    if (cancelled)
        return std::nullopt;
    if (!map)
        return Result<MapOutcome>{Error{"the map could not be read"}};
    if (!*map)
        return Result<MapOutcome>{map->error().withContext("Cannot import '{}'", request.file)};
    MapOutcome outcome{**std::move(map), {}, 0, {}, {}, 0, 0};
    if (textures) {
        outcome.texturesFound = textures->foundCount();
        outcome.texturesMissing.assign(textures->missing().begin(), textures->missing().end());
    }
    if (shelf != nullptr) {
        outcome.textureProblems = shelf->problems();
        outcome.texturesWritten = shelf->writtenCount();
    }
    return outcome;
}

ExitStatus importMapFile(const ImportRequest& request)
{
    const auto start = std::chrono::steady_clock::now();
    const auto text = readFile(request.file, MaxMapFile);
    if (!text)
        return complain(ExitStatus::UnreadableInput, text.error().message());
    const auto project = projectOfScene(fs::absolute(request.scene));
    const auto parts = loadMapParts(project ? &*project : nullptr);
    if (!parts)
        return complain(ExitStatus::UnreadableInput, parts.error().message());
    auto shelf = openShelf(request, project);
    if (!shelf)
        return complain(ExitStatus::UnreadableInput, shelf.error().message());
    const auto fail = [&](ExitStatus status, const std::string& message) {
        if (*shelf)
            (*shelf)->takeBack();
        return complain(status, message);
    };
    auto outcome = importMap(request, *text, project, *shelf ? &**shelf : nullptr, *parts);
    if (!outcome)
        return fail(ExitStatus::Cancelled, "the import was cancelled; nothing was written");
    if (!*outcome)
        return fail(ExitStatus::UnreadableInput, outcome->error().message());
    auto& map = (**outcome).map;
    addNeededParts(*map.world, map.needs, nullptr);
    (**outcome).measures = giveMeasures(map, request, *text);
    if (*shelf)
        if (const auto written = (*shelf)->finish(); !written)
            return fail(ExitStatus::UnwritableOutput, written.error().message());
    if (const auto saved = saveScene(*map.world, sceneTypes(), request.scene); !saved)
        return fail(ExitStatus::UnwritableOutput, saved.error().message());
    (**outcome).seconds = secondsSince(start);
    return request.json ? printJson(resultJson(**outcome), ExitStatus::Done)
                        : printText(resultText(request, **outcome), ExitStatus::Done);
}

nlohmann::ordered_json resultJson(const ImportedModel& model, double seconds)
{
    auto skipped = nlohmann::ordered_json::array();
    for (const auto& note : model.notes)
        skipped.push_back({{"line", 0}, {"reason", note}});
    return {{"brushes", 0},
            {"entities", model.world->entityCount() - 1},
            {"instances", model.instances},
            {"meshes", model.meshes},
            {"materials", model.materials},
            {"material_files", model.materialFiles},
            {"lights", model.lights},
            {"cameras", model.cameras},
            {"folder", model.folder.string()},
            {"skipped", std::move(skipped)},
            {"skipped_count", model.notes.size()},
            {"seconds", seconds}};
}

std::string resultText(const ImportRequest& request, const ImportedModel& model, double seconds)
{
    auto text = fmt::format("{}: {} in {:.2f} s\n  files in {}\n", request.scene, summaryOf(model),
                            seconds, model.folder.string());
    for (const auto& note : model.notes)
        text += fmt::format("  {}\n", note);
    return text;
}

/// A new scene with the model in it. A scene that cannot be written leaves no files behind.
ExitStatus importModelFile(const ImportRequest& request)
{
    const auto start = std::chrono::steady_clock::now();
    const auto project = projectOfScene(fs::absolute(request.scene));
    if (!project)
        return complain(ExitStatus::UnwritableOutput,
                        "a model's files go below a project's assets/, and the scene lies in no "
                        "project: " +
                            project.error().message());
    std::optional<Result<ImportedModel>> model;
    const bool cancelled =
        runCancellable("Importing", request.progress(), [&](JobControl& control) {
            model = importModel(request.file, *project, {request.scale.value_or(1), &control});
        });
    if (cancelled)
        return complain(ExitStatus::Cancelled, "the import was cancelled; nothing was written");
    if (!model || !*model)
        return complain(ExitStatus::UnreadableInput,
                        model ? model->error().message() : "the model could not be read");
    if (const auto saved = saveScene(*(**model).world, sceneTypes(), request.scene); !saved) {
        std::error_code ignored;
        fs::remove_all((**model).folder, ignored);
        return complain(ExitStatus::UnwritableOutput, saved.error().message());
    }
    const double seconds = secondsSince(start);
    return request.json ? printJson(resultJson(**model, seconds), ExitStatus::Done)
                        : printText(resultText(request, **model, seconds), ExitStatus::Done);
}
} // namespace

Result<double> takeMapScale(CliArguments& arguments)
{
    const auto scale = takeScale(arguments);
    return scale ? Result<double>{scale->value_or(DefaultMapScale)} : scale.error();
}

ExitStatus runImport(CliArguments& arguments)
{
    const auto request = readImportRequest(arguments);
    if (!request)
        return complain(ExitStatus::WrongUsage, request.error().message());
    return isMapFile(request->file) ? importMapFile(*request) : importModelFile(*request);
}
} // namespace editor
