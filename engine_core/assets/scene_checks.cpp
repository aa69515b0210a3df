#include "engine_core/assets/scene_checks.h"

#include "engine_core/assets/lightmaps/lightmap_store.h"
#include "engine_core/assets/prefabs/prefab_checks.h"
#include "engine_core/assets/project/unknown_parts.h"
#include "engine_core/assets/texture_checks.h"
#include "engine_core/base/text_codes.h"
#include "engine_core/scene/checks/level_checks.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/foliage.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/decals/decal.h"
#include "engine_core/scene/patches/curved_patch.h"
#include "engine_core/scene/spatial/surface_table.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <unordered_map>

namespace engine
{
namespace
{
/// Gathers who uses what, in the order of kinds and paths.
class UseList
{
public:
    void add(AssetKind kind, const std::string& path, EntityId user)
    {
        if (path.empty())
            return;
        auto& use = m_uses[{kind, path}];
        if (use.users.empty())
            use = {kind, path, {}};
        if (use.users.empty() || use.users.back() != user)
            use.users.push_back(user);
    }

    /// Several users at once, of which none is known yet.
    void put(AssetUse use)
    {
        if (!use.path.empty())
            m_uses.insert_or_assign({use.kind, use.path}, std::move(use));
    }

    std::vector<AssetUse> take()
    {
        std::vector<AssetUse> all;
        all.reserve(m_uses.size());
        for (auto& [key, use] : m_uses)
            all.push_back(std::move(use));
        return all;
    }

private:
    std::map<std::pair<AssetKind, std::string>, AssetUse> m_uses;
};

/// Faces are many and materials few: they are counted by name first, and sorted afterwards.
void addMaterials(const World& world, UseList& list)
{
    std::unordered_map<Name, AssetUse> uses;
    world.forEach<BrushComponent>([&](EntityId entity, const BrushComponent& component) {
        if (!component.brush)
            return;
        const auto faces = component.brush->faces();
        for (FaceIndex i = 0; i < faces.size(); ++i) {
            if (i > 0 && faces[i].material == faces[i - 1].material)
                continue;
            auto& use = uses[faces[i].material];
            if (use.users.empty())
                use = {AssetKind::Material, faces[i].material.text(), {}, i};
            if (use.users.empty() || use.users.back() != entity)
                use.users.push_back(entity);
        }
    });
    world.forEach<CurvedPatch>([&](EntityId entity, const CurvedPatch& patch) {
        auto& use = uses[Name{patch.material.path}];
        if (use.users.empty())
            use = {AssetKind::Material, patch.material.path, {}, 0};
        use.users.push_back(entity);
    });
    world.forEach<Decal>([&](EntityId entity, const Decal& decal) {
        auto& use = uses[Name{decal.material.path}];
        if (use.users.empty())
            use = {AssetKind::Material, decal.material.path, {}, 0};
        if (use.users.empty() || use.users.back() != entity)
            use.users.push_back(entity);
    });
    for (auto& [name, use] : uses)
        list.put(std::move(use));
}

/// How one kind of missing file is told.
struct MissingFile
{
    AssetKind kind;
    Severity severity;
    const char* rule;
    const char* place; ///< empty: the face
    const char* uses;  ///< "plays the sound"
    const char* use;   ///< the same of several
    const char* fix;
};

Issue issueOf(const CheckContext& context, const MissingFile& missing, const AssetUse& use)
{
    const auto first = use.users.front();
    const auto who = use.users.size() == 1
                         ? fmt::format("{} {}", titleOf(context.world, first), missing.uses)
                         : fmt::format("{} and {} more {}", titleOf(context.world, first),
                                       use.users.size() - 1, missing.use);
    const std::string place{missing.place};
    return {missing.severity,
            missing.rule,
            first,
            place.empty() ? fmt::format("face {}", use.firstFace) : place,
            fmt::format("{} '{}', which does not exist.", who, use.path),
            missing.fix,
            {use.users.begin() + 1, use.users.end()}};
}

/// Scripts that the project does not have may be the program's own.
bool isOfProgram(const AssetUse& use)
{
    if (use.kind != AssetKind::Script)
        return false;
    const auto file = resolveInside(resourceFolder() / "scripts", use.path);
    std::error_code failed;
    return file && fs::is_regular_file(*file, failed);
}

/// Tool textures need no picture: the game does not show them.
bool isUnseenTool(const AssetUse& use)
{
    const auto traits = use.kind == AssetKind::Material ? toolTraits(use.path) : std::nullopt;
    return traits && !traits->seen;
}

/// One issue for each file, however many objects use it: a level from another program may lack
/// them all.
void addMissing(const CheckContext& context,
                const MissingFile& missing,
                std::span<const AssetUse> uses,
                std::vector<Issue>& issues)
{
    for (const auto& use : uses)
        if (use.kind == missing.kind && !context.assets.fileOf(use.kind, use.path) &&
            !isOfProgram(use) && !isUnseenTool(use))
            issues.push_back(issueOf(context, missing, use));
}

void checkMaterials(const CheckContext& context,
                    std::span<const AssetUse> uses,
                    std::vector<Issue>& issues)
{
    addMissing(context,
               {AssetKind::Material, Severity::Warning, "missing-material", "", "uses the material",
                "use the material",
                "Add the file below assets/, or give the faces another material."},
               uses, issues);
}

void checkSounds(const CheckContext& context,
                 std::span<const AssetUse> uses,
                 std::vector<Issue>& issues)
{
    addMissing(context,
               {AssetKind::Sound, Severity::Warning, "missing-sound", "sound", "plays the sound",
                "play the sound", "Add the file below assets/, or choose another sound."},
               uses, issues);
}

void checkProfiles(const CheckContext& context,
                   std::span<const AssetUse> uses,
                   std::vector<Issue>& issues)
{
    addMissing(context,
               {AssetKind::LightProfile, Severity::Warning, "missing-profile", "profile",
                "shines as in the light profile", "shine as in the light profile",
                "Add the file below assets/, or choose another profile."},
               uses, issues);
}

void checkMeshes(const CheckContext& context,
                 std::span<const AssetUse> uses,
                 std::vector<Issue>& issues)
{
    addMissing(context,
               {AssetKind::Mesh, Severity::Warning, "missing-mesh", "mesh", "shows the model",
                "show the model", "Add the file below assets/, or choose another model."},
               uses, issues);
    for (const auto& use : uses) {
        if (use.kind != AssetKind::Mesh || !context.assets.fileOf(use.kind, use.path))
            continue;
        const auto shape = context.assets.shown(use.path); // the checks run again when it is there
        if (shape->problem().empty())
            continue;
        issues.push_back(
            {Severity::Warning,
             "broken-mesh",
             use.users.front(),
             "mesh",
             fmt::format("{} shows the model '{}', which cannot be read: {}.",
                         titleOf(context.world, use.users.front()), use.path, shape->problem()),
             "Export the file again, or choose another model.",
             {use.users.begin() + 1, use.users.end()}});
    }
}

/// One issue for each foliage: a list of plants nobody reads.
void checkFoliage(const CheckContext& context,
                  std::span<const AssetUse> /*uses*/,
                  std::vector<Issue>& issues)
{
    for (const auto layer : foliageLayers(context.world)) {
        std::size_t orphans = 0;
        std::optional<Vec3d> first;
        for (const auto& cell : foliageOf(context.world, layer)->cells())
            for (const auto& plant : cell.chunk->instances)
                if (plant.isOrphan() && ++orphans == 1)
                    first = Vec3d{plant.position};
        if (!first)
            continue;
        Issue issue{Severity::Warning,
                    "orphaned-plants",
                    layer,
                    "",
                    fmt::format("{} plants of {} lost the faces they stood on.", orphans,
                                titleOf(context.world, layer)),
                    "Let them find new faces in the Foliage dock, or delete them."};
        issue.path = {*first};
        issues.push_back(std::move(issue));
    }
}

void checkScripts(const CheckContext& context,
                  std::span<const AssetUse> uses,
                  std::vector<Issue>& issues)
{
    addMissing(context,
               {AssetKind::Script, Severity::Error, "missing-script", "file", "runs the script",
                "run the script", "Add the file below scripts/, or choose another script."},
               uses, issues);
}

void checkPlayerStart(const CheckContext& context,
                      std::span<const AssetUse> /*uses*/,
                      std::vector<Issue>& issues)
{
    const auto count = context.world.count<PlayerStart>();
    if (count == 0)
        issues.push_back({Severity::Warning, "no-player-start", SceneEntity, "",
                          "The scene has no player start.", "Add one where playing begins."});
    if (count < 2)
        return;
    const auto before = issues.size();
    context.world.forEach<PlayerStart>([&](EntityId entity, const PlayerStart&) {
        if (issues.size() - before == MaxIssuesPerRule)
            return;
        issues.push_back(
            {Severity::Info, "many-player-starts", entity, "",
             fmt::format("{} is one of {} player starts.", titleOf(context.world, entity), count),
             "Playing begins at the one with the lowest id."});
    });
}

void checkLightmap(const CheckContext& context,
                   std::span<const AssetUse> /*uses*/,
                   std::vector<Issue>& issues)
{
    const auto* lightmap = context.world.get<LightmapRef>(SceneEntity);
    if (lightmap == nullptr || lightmap->file.empty() || context.sceneFile.empty())
        return;
    const auto hash = hashFromText(lightmap->hash);
    const auto held = hash ? context.assets.lightmaps().find(*hash) : nullptr;
    if (held && held->hash == *hash)
        return; // the next save brings it there
    std::error_code failed;
    if (!fs::is_regular_file(context.sceneFile.parent_path() / lightmap->file, failed))
        issues.push_back(
            {Severity::Warning, "missing-lightmap", SceneEntity, "lightmap",
             fmt::format("The lightmap '{}' does not lie beside the scene.", lightmap->file),
             "Bake the lighting again."});
}

void checkUnknownParts(const CheckContext& context,
                       std::span<const AssetUse>,
                       std::vector<Issue>& issues)
{
    for (auto& issue : findUnknownParts(context.world))
        issues.push_back(std::move(issue));
}
} // namespace

const std::vector<IssueCheck>& sceneChecks()
{
    static const std::vector<IssueCheck> all{
        {"missing-material", checkMaterials},
        {"missing-sound", checkSounds},
        {"missing-mesh", checkMeshes},
        {"missing-script", checkScripts},
        {"player-start", checkPlayerStart},
        {"missing-lightmap", checkLightmap},
        {"missing-profile", checkProfiles},
        {"orphaned-plants", checkFoliage},
        {"unknown-component", checkUnknownParts},
    };
    return all;
}

std::vector<AssetUse> assetUses(const World& world)
{
    UseList list;
    addMaterials(world, list);
    world.forEach<AudioSource>([&](EntityId entity, const AudioSource& source) {
        list.add(AssetKind::Sound, source.sound.path, entity);
    });
    world.forEach<Light>([&](EntityId entity, const Light& light) {
        if (hasProfile(light))
            list.add(AssetKind::LightProfile, light.profile.path, entity);
    });
    world.forEach<MeshInstance>([&](EntityId entity, const MeshInstance& instance) {
        list.add(AssetKind::Mesh, instance.mesh.path, entity);
    });
    world.forEach<FoliageType>([&](EntityId entity, const FoliageType& type) {
        if (type.kind == FoliageKind::Mesh)
            list.add(AssetKind::Mesh, type.mesh.path, entity);
        list.add(AssetKind::Material, type.material.path, entity);
    });
    world.forEach<Script>([&](EntityId entity, const Script& script) {
        list.add(AssetKind::Script, script.file.path, entity);
    });
    return list.take();
}

std::vector<Issue> checkScene(const CheckContext& context, std::span<const AssetUse> uses)
{
    std::vector<Issue> issues;
    for (const auto& check : sceneChecks())
        check.run(context, uses, issues);
    return issues;
}

std::vector<Issue> checkScene(const CheckContext& context)
{
    const auto uses = assetUses(context.world);
    auto issues = checkScene(context, uses);
    for (auto& issue : findPictureProblems(uses, context.assets.project()))
        issues.push_back(std::move(issue));
    const auto folder = context.assets.project().assetFolder();
    const auto prefabs = findPrefabProblems(context.world, folder);
    issues.insert(issues.end(), prefabs.begin(), prefabs.end());
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
