#pragma once

#include "engine_core/assets/project/asset_database.h"
#include "engine_core/geometry/brush.h"
#include "engine_core/scene/checks/issue.h"
#include "engine_core/scene/world/world.h"

#include <span>
#include <string>
#include <vector>

namespace engine
{
/// What the checks look at.
struct CheckContext
{
    const World& world;
    AssetDatabase& assets;
    fs::path sceneFile; ///< empty if the scene has not been saved yet
};

/// An asset that objects of a scene ask for.
struct AssetUse
{
    AssetKind kind = AssetKind::Any;
    std::string path;            ///< as AssetDatabase::fileOf takes it; never empty
    std::vector<EntityId> users; ///< ascending, each once; never empty
    FaceIndex firstFace = 0;     ///< of a material: the first face of the first user that has it
};

/// Every material, sound, model and script that the world names, each once, by kind and path. Asks
/// nothing but the world: meant for a worker, over a copy.
[[nodiscard]] std::vector<AssetUse> assetUses(const World& world);

/// One kind of finding. Appends what it finds; never changes anything.
struct IssueCheck
{
    std::string rule; ///< what its issues carry
    void (*run)(const CheckContext& context,
                std::span<const AssetUse> uses,
                std::vector<Issue>& issues);
};

/// Every check that needs the project's files; those of the world alone are in level_checks.h. A
/// new one is a line in the .cpp.
[[nodiscard]] const std::vector<IssueCheck>& sceneChecks();

/// Main thread only, as the assets. Costs a look at the disk for each of the assets, however many
/// objects use them; `uses` are those of the same world.
[[nodiscard]] std::vector<Issue> checkScene(const CheckContext& context,
                                            std::span<const AssetUse> uses);

/// Everything at once: the above with assetUses() of the world, and findPrefabProblems().
[[nodiscard]] std::vector<Issue> checkScene(const CheckContext& context);

/// "info", "warning" or "error".
[[nodiscard]] const char* severityText(Severity severity);
} // namespace engine
