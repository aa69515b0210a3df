#include "editor/app/cli/cli_job.h"
#include "editor/app/cli/cli_support.h"
#include "editor/app/cli/commands.h"
#include "editor/app/workspace/scene_files.h"
#include "engine_core/interchange/level_model.h"
#include "engine_core/interchange/maps/map_export.h"
#include "engine_core/interchange/project_textures.h"
#include "engine_core/scene/components/scene_settings.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <optional>

namespace editor
{
using namespace engine;

namespace
{
struct ExportRequest
{
    std::string scene;
    std::string file;
    double scale = DefaultMapScale;
    ExportedPlants plants = ExportedPlants::Instances;
    bool json = false;
    bool quiet = false;
};

Result<ExportedPlants> plantsNamed(const std::string& text)
{
    if (text.empty() || text == "instances")
        return ExportedPlants::Instances;
    if (text == "objects")
        return ExportedPlants::Objects;
    if (text == "none")
        return ExportedPlants::None;
    return Error{"--plants is instances, objects or none, not '{}'", text};
}

Result<ExportRequest> readExportRequest(CliArguments& arguments)
{
    ExportRequest request;
    request.json = arguments.takeFlag("--json");
    request.quiet = arguments.takeFlag("--quiet");
    const auto scale = takeMapScale(arguments);
    if (!scale)
        return scale.error();
    request.scale = *scale;
    const auto plantsText = arguments.takeOption("--plants");
    const auto plants = plantsNamed(plantsText);
    if (!plants)
        return plants.error();
    request.plants = *plants;
    request.file = arguments.takeOption("-o");
    request.scene = arguments.takeWord();
    if (const auto bad = arguments.complaint(); !bad.empty())
        return Error{bad};
    if (request.scene.empty() || request.file.empty())
        return Error{"export needs a scene, and -o with the file to write"};
    if (!plantsText.empty() && (request.file.ends_with(".map") || request.file.ends_with(".obj")))
        return Error{"--plants is of .glb and .gltf alone"};
    for (const auto* ending : {".map", ".glb", ".gltf", ".obj"})
        if (request.file.ends_with(ending))
            return request;
    return Error{"export writes .map, .glb, .gltf and .obj, not '{}'", request.file};
}

/// What --json prints, or why nothing was written.
using Outcome = Result<nlohmann::ordered_json>;

Outcome writeMap(const World& world,
                 const ExportRequest& request,
                 const Result<Project>& project,
                 JobControl& control)
{
    std::optional<ProjectTextures> textures;
    MapExportOptions options{request.scale, {}, &control};
    if (project) {
        textures.emplace(*project);
        options.findMaterial = [&](Name name) {
            return textures->findMaterial(name);
        };
    }
    const auto map = exportMap(world, options);
    if (!map)
        return map.error();
    if (const auto written = writeFileAtomically(request.file, map->text); !written)
        return written.error();
    return nlohmann::ordered_json{{"brushes", map->brushes},
                                  {"patches", map->patches},
                                  {"entities", map->entities},
                                  {"skipped", map->skipped}};
}

Outcome writeModel(const World& world,
                   const ExportRequest& request,
                   const Lightmap* lightmap,
                   const Result<Project>& project,
                   JobControl& control)
{
    const ModelExportOptions options{lightmap, &control, project ? &*project : nullptr,
                                     request.plants};
    const auto model = request.file.ends_with(".obj") ? exportObj(world, request.file, options)
                                                      : exportGltf(world, request.file, options);
    if (!model)
        return model.error();
    auto skipped = model->skipped;
    if (!model->leftOut.empty())
        skipped.push_back("Left out: " + model->leftOut);
    return nlohmann::ordered_json{{"brushes", model->brushes},
                                  {"patches", model->patches},
                                  {"triangles", model->triangles},
                                  {"materials", model->materials},
                                  {"textures", model->textures},
                                  {"models", model->models},
                                  {"instances", model->instances},
                                  {"lights", model->lights},
                                  {"cameras", model->cameras},
                                  {"plants", model->plants},
                                  {"lightmap_coordinates", model->hasLightmapUvs},
                                  {"skipped", skipped}};
}

std::shared_ptr<const Lightmap> lightmapOf(const World& world, const fs::path& sceneFile)
{
    const auto* reference = world.get<LightmapRef>(SceneEntity);
    if (reference == nullptr || reference->file.empty())
        return nullptr;
    const auto lightmap = loadLightmapOf(sceneFile, *reference);
    if (lightmap)
        return *lightmap;
    complain(ExitStatus::Done, "without lightmap coordinates: " + lightmap.error().message());
    return nullptr;
}
} // namespace

ExitStatus runExport(CliArguments& arguments)
{
    const auto request = readExportRequest(arguments);
    if (!request)
        return complain(ExitStatus::WrongUsage, request.error().message());
    const auto types = sceneTypes();
    const auto file = sceneFileOf(request->scene);
    if (!file)
        return complain(ExitStatus::UnreadableInput, file.error().message());
    const auto scene = loadScene(*file, types);
    if (!scene)
        return complain(ExitStatus::UnreadableInput, scene.error().message());
    followPrefabs(*scene->world, *file, types);
    const bool isMap = request->file.ends_with(".map");
    const auto lightmap = isMap ? nullptr : lightmapOf(*scene->world, *file);
    const auto project = projectOfScene(fs::absolute(*file));

    std::optional<Outcome> outcome;
    const auto show = request->quiet ? ShowProgress::No : ShowProgress::Yes;
    const bool cancelled = runCancellable("Exporting", show, [&](JobControl& control) {
        outcome = isMap ? writeMap(*scene->world, *request, project, control)
                        : writeModel(*scene->world, *request, lightmap.get(), project, control);
    });
    if (cancelled)
        return complain(ExitStatus::Cancelled, "the export was cancelled; nothing was written");
    if (!outcome || !*outcome)
        return complain(ExitStatus::UnwritableOutput,
                        outcome ? outcome->error().message() : "the level was not written");
    if (request->json)
        return printJson(**outcome, ExitStatus::Done);
    std::string text = request->file + ":\n";
    for (const auto& [key, value] : (**outcome).items())
        text += fmt::format("  {:<21} {}\n", key, value.dump());
    return printText(text, ExitStatus::Done);
}
} // namespace editor
