#pragma once

#include "engine_core/assets/asset_database.h"
#include "engine_core/scene/issue.h"
#include "engine_core/scene/world.h"

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

/// One kind of finding. Appends what it finds; never changes anything.
struct IssueCheck
{
    std::string rule; ///< what its issues carry
    void (*run)(const CheckContext& context, std::vector<Issue>& issues);
};

/// Every check that needs the project's files; those of the world alone are in level_checks.h. A
/// new one is a line in the .cpp.
[[nodiscard]] const std::vector<IssueCheck>& sceneChecks();

[[nodiscard]] std::vector<Issue> checkScene(const CheckContext& context);

/// "info", "warning" or "error".
[[nodiscard]] const char* severityText(Severity severity);
} // namespace engine
