#include "editor/app/cli/cli_support.h"
#include "editor/app/cli/commands.h"
#include "engine_core/assets/project/project.h"
#include "engine_core/base/count_text.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/patches/curved_patch.h"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace editor
{
using namespace engine;

namespace
{
using Json = nlohmann::ordered_json;

struct SceneCounts
{
    std::size_t brushes = 0;
    std::size_t faces = 0;
    std::set<std::string> materials;
    std::set<std::string> prefabs; ///< files
    Aabb bounds;
};

SceneCounts countScene(const World& world)
{
    SceneCounts counts;
    world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent& component) {
        if (!component.brush)
            return;
        ++counts.brushes;
        counts.faces += component.brush->faceCount();
        counts.bounds.add(boundsOf(world, entity));
        for (const auto& face : component.brush->faces())
            if (!face.material.isEmpty())
                counts.materials.insert(face.material.text());
    });
    world.forEach<CurvedPatch>([&](EntityId entity, const CurvedPatch& patch) {
        counts.bounds.add(boundsOf(world, entity));
        if (!patch.material.path.empty())
            counts.materials.insert(patch.material.path);
    });
    world.forEach<PrefabInstance>([&](EntityId, const PrefabInstance& instance) {
        counts.prefabs.insert(instance.file.path);
    });
    return counts;
}

std::size_t plantsOf(const World& world)
{
    std::size_t count = 0;
    for (const auto layer : foliageLayers(world))
        count += foliageOf(world, layer)->plants();
    return count;
}

Json boundsJson(const Aabb& bounds)
{
    if (bounds.isEmpty())
        return nullptr;
    return {{"min", {bounds.min.x, bounds.min.y, bounds.min.z}},
            {"max", {bounds.max.x, bounds.max.y, bounds.max.z}}};
}

Json infoJson(const LoadedScene& scene, const TypeRegistry& types)
{
    const auto& world = *scene.world;
    const auto counts = countScene(world);
    return {{"brushes", counts.brushes},
            {"faces", counts.faces},
            {"entities", world.entityCount() - 1}, // the scene itself is none
            {"lights", world.count<Light>()},
            {"instances", world.count<MeshInstance>()},
            {"patches", world.count<CurvedPatch>()},
            {"plants", plantsOf(world)},
            {"prefab_instances", world.count<PrefabInstance>()},
            {"prefabs", counts.prefabs},
            {"materials", counts.materials.size()},
            {"material_names", counts.materials},
            {"bounds", boundsJson(counts.bounds)},
            {"content_hash", hashToText(contentHash(world, types))},
            {"format", SceneFormat},
            {"problems", scene.problems.size()}};
}

std::string infoText(const Json& info)
{
    std::string text;
    for (const auto& [key, value] : info.items())
        text += fmt::format("{:<15} {}\n", key,
                            value.is_string() ? value.get<std::string>() : value.dump());
    return text;
}
} // namespace

ExitStatus runNew(CliArguments& arguments)
{
    const bool json = arguments.takeFlag("--json");
    const auto name = arguments.takeOption("--template", "empty");
    const auto folder = arguments.takeWord();
    if (const auto bad = arguments.complaint(); !bad.empty())
        return complain(ExitStatus::WrongUsage, bad);
    if (folder.empty())
        return complain(ExitStatus::WrongUsage, "new needs the folder of the new project");
    const auto known = projectTemplates();
    if (std::find(known.begin(), known.end(), name) == known.end())
        return complain(
            ExitStatus::WrongUsage,
            fmt::format("there is no template '{}'; there are: {}", name, fmt::join(known, ", ")));
    const auto project = createProject(folder, name);
    if (!project)
        return complain(ExitStatus::UnwritableOutput, project.error().message());
    const auto scene = (project->root / project->startScene).string();
    if (json)
        return printJson({{"project", project->root.string()}, {"scene", scene}}, ExitStatus::Done);
    return printText(fmt::format("created {}\n", scene), ExitStatus::Done);
}

ExitStatus runInfo(CliArguments& arguments)
{
    const bool json = arguments.takeFlag("--json");
    const auto word = arguments.takeWord();
    if (const auto bad = arguments.complaint(); !bad.empty())
        return complain(ExitStatus::WrongUsage, bad);
    if (word.empty())
        return complain(ExitStatus::WrongUsage, "info needs a scene");
    const auto types = sceneTypes();
    const auto scene = openScene(word, types);
    if (!scene)
        return complain(ExitStatus::UnreadableInput, scene.error().message());
    const auto info = infoJson(*scene, types);
    return json ? printJson(info, ExitStatus::Done) : printText(infoText(info), ExitStatus::Done);
}

ExitStatus runFormat(CliArguments& arguments)
{
    const bool json = arguments.takeFlag("--json");
    const bool check = arguments.takeFlag("--check");
    const auto word = arguments.takeWord();
    if (const auto bad = arguments.complaint(); !bad.empty())
        return complain(ExitStatus::WrongUsage, bad);
    if (word.empty())
        return complain(ExitStatus::WrongUsage, "format needs a scene");
    const auto types = sceneTypes();
    const auto file = sceneFileOf(word);
    if (!file)
        return complain(ExitStatus::UnreadableInput, file.error().message());
    const auto before = readFile(*file);
    if (!before)
        return complain(ExitStatus::UnreadableInput, before.error().message());
    const auto scene = readScene(*before, types, file->string());
    if (!scene)
        return complain(ExitStatus::UnreadableInput, scene.error().message());
    if (!scene->problems.empty())
        return complain(ExitStatus::ProblemsFound,
                        fmt::format("'{}' has {} and is left as it is; `mapwright validate` lists "
                                    "them",
                                    file->string(),
                                    countText(scene->problems.size(), "problem", "problems")));
    const auto after = writeScene(*scene->world, types);
    const bool changed = after != *before;
    if (changed && !check)
        if (const auto written = writeFileAtomically(*file, after); !written)
            return complain(ExitStatus::UnwritableOutput, written.error().message());
    const auto status = changed && check ? ExitStatus::ProblemsFound : ExitStatus::Done;
    if (json)
        return printJson({{"changed", changed}}, status);
    const char* what = !changed ? "is in canonical form"
                       : check  ? "is not in canonical form"
                                : "was rewritten";
    return printText(fmt::format("{} {}\n", file->string(), what), status);
}
} // namespace editor
