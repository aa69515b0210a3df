#include "engine_core/assets/scene_checks.h"

#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/level_checks.h"

#include <map>

namespace engine
{
namespace
{
/// One issue for each material, however many brushes use it: a level from another program may lack
/// them all.
void checkMaterials(const CheckContext& context, std::vector<Issue>& issues)
{
    struct Use
    {
        bool exists = true;
        std::vector<EntityId> brushes;
        std::string firstPlace;
    };

    std::map<Name, Use> uses;
    context.world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent& component) {
        if (!component.brush)
            return;
        const auto faces = component.brush->faces();
        for (std::size_t i = 0; i < faces.size(); ++i) {
            const auto name = faces[i].material;
            const auto [use, isNew] = uses.try_emplace(name);
            if (isNew && !name.isEmpty())
                use->second.exists =
                    context.assets.fileOf(AssetKind::Material, name.text()).hasValue();
            auto& brushes = use->second.brushes;
            if (use->second.exists || (!brushes.empty() && brushes.back() == entity))
                continue;
            if (brushes.empty())
                use->second.firstPlace = fmt::format("face {}", i);
            brushes.push_back(entity);
        }
    });
    for (auto& [name, use] : uses) {
        if (use.exists)
            continue;
        const auto first = use.brushes.front();
        const auto users = use.brushes.size() == 1
                               ? titleOf(context.world, first) + " uses"
                               : fmt::format("{} and {} more use", titleOf(context.world, first),
                                             use.brushes.size() - 1);
        use.brushes.erase(use.brushes.begin());
        issues.push_back(
            {Severity::Warning, "missing-material", first, use.firstPlace,
             fmt::format("{} the material '{}', which does not exist.", users, name.text()),
             "Add the file below assets/, or give the faces another material.",
             std::move(use.brushes)});
    }
}

void checkSounds(const CheckContext& context, std::vector<Issue>& issues)
{
    context.world.forEach<AudioSource>([&](EntityId entity, const AudioSource& source) {
        const auto& path = source.sound.path;
        if (!path.empty() && !context.assets.fileOf(AssetKind::Sound, path))
            issues.push_back({Severity::Warning, "missing-sound", entity, "sound",
                              fmt::format("{} plays the sound '{}', which does not exist.",
                                          titleOf(context.world, entity), path),
                              "Add the file below assets/, or choose another sound."});
    });
}

void checkMeshes(const CheckContext& context, std::vector<Issue>& issues)
{
    context.world.forEach<MeshInstance>([&](EntityId entity, const MeshInstance& instance) {
        const auto& path = instance.mesh.path;
        if (path.empty())
            return;
        const auto file = context.assets.fileOf(AssetKind::Mesh, path);
        if (const auto shape = context.assets.mesh(path); file && !shape->problem().empty())
            issues.push_back({Severity::Warning, "broken-mesh", entity, "mesh",
                              fmt::format("{} shows the model '{}', which cannot be read: {}.",
                                          titleOf(context.world, entity), path, shape->problem()),
                              "Export the file again, or choose another model."});
        if (!file)
            issues.push_back({Severity::Warning, "missing-mesh", entity, "mesh",
                              fmt::format("{} shows the model '{}', which does not exist.",
                                          titleOf(context.world, entity), path),
                              "Add the file below assets/, or choose another model."});
    });
}

void checkScripts(const CheckContext& context, std::vector<Issue>& issues)
{
    context.world.forEach<Script>([&](EntityId entity, const Script& script) {
        const auto& path = script.file.path;
        if (!path.empty() && !context.assets.fileOf(AssetKind::Script, path))
            issues.push_back({Severity::Error, "missing-script", entity, "file",
                              fmt::format("{} runs the script '{}', which does not exist.",
                                          titleOf(context.world, entity), path),
                              "Add the file below scripts/, or choose another script."});
    });
}

void checkPlayerStart(const CheckContext& context, std::vector<Issue>& issues)
{
    const auto count = context.world.count<PlayerStart>();
    if (count == 0)
        issues.push_back({Severity::Warning, "no-player-start", SceneEntity, "",
                          "The scene has no player start.", "Add one where playing begins."});
    if (count < 2)
        return;
    context.world.forEach<PlayerStart>([&](EntityId entity, const PlayerStart&) {
        issues.push_back(
            {Severity::Info, "many-player-starts", entity, "",
             fmt::format("{} is one of {} player starts.", titleOf(context.world, entity), count),
             "Playing begins at the one with the lowest id."});
    });
}

void checkLightmap(const CheckContext& context, std::vector<Issue>& issues)
{
    const auto* lightmap = context.world.get<LightmapRef>(SceneEntity);
    if (lightmap == nullptr || lightmap->file.empty() || context.sceneFile.empty())
        return;
    std::error_code failed;
    if (!fs::is_regular_file(context.sceneFile.parent_path() / lightmap->file, failed))
        issues.push_back(
            {Severity::Warning, "missing-lightmap", SceneEntity, "lightmap",
             fmt::format("The lightmap '{}' does not lie beside the scene.", lightmap->file),
             "Calculate the lighting again."});
}
} // namespace

const std::vector<IssueCheck>& sceneChecks()
{
    static const std::vector<IssueCheck> all{
        {"missing-material", checkMaterials}, {"missing-sound", checkSounds},
        {"missing-mesh", checkMeshes},        {"missing-script", checkScripts},
        {"player-start", checkPlayerStart},   {"missing-lightmap", checkLightmap},
    };
    return all;
}

std::vector<Issue> checkScene(const CheckContext& context)
{
    std::vector<Issue> issues;
    for (const auto& check : sceneChecks())
        check.run(context, issues);
    return issues;
}

const char* severityText(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return "info";
    case Severity::Warning:
        return "warning";
    case Severity::Error:
        break;
    }
    return "error";
}
} // namespace engine
