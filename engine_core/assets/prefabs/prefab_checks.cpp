#include "engine_core/assets/prefabs/prefab_checks.h"

#include "engine_core/assets/prefabs/prefab_library.h"
#include "engine_core/scene/checks/level_checks.h"
#include "engine_core/scene/components/prefab.h"
#include "engine_core/scene/components/register_components.h"
#include "engine_core/scene/prefabs/prefab_parts.h"

#include <map>

namespace engine
{
namespace
{
/// The instances of each file, by id.
std::map<std::string, std::vector<EntityId>> instancesByFile(const World& world)
{
    std::map<std::string, std::vector<EntityId>> instances;
    world.forEach<PrefabInstance>([&](EntityId entity, const PrefabInstance& instance) {
        instances[instance.file.path].push_back(entity);
    });
    return instances;
}

std::string countText(const World& world, const std::vector<EntityId>& instances)
{
    return instances.size() == 1 ? titleOf(world, instances.front())
                                 : fmt::format("{} and {} more", titleOf(world, instances.front()),
                                               instances.size() - 1);
}

Issue issueOf(std::string rule,
              const std::vector<EntityId>& instances,
              std::string message,
              std::string fix)
{
    return {Severity::Warning,
            std::move(rule),
            instances.front(),
            "prefab",
            std::move(message),
            std::move(fix),
            {instances.begin() + 1, instances.end()}};
}
} // namespace

std::vector<Issue> findPrefabProblems(const World& world, const fs::path& assetFolder)
{
    std::vector<Issue> issues;
    const auto instances = instancesByFile(world);
    if (instances.empty())
        return issues;
    TypeRegistry types; // components of plugins are kept unread, which is no problem here
    registerComponents(types);
    PrefabLibrary library{assetFolder, types};
    for (const auto& [path, users] : instances) {
        std::error_code failed;
        if (const auto file = library.fileOf(path); !file || !fs::is_regular_file(*file, failed)) {
            issues.push_back(
                issueOf("missing-prefab", users,
                        fmt::format("{}: the prefab '{}' does not exist; the contents are those "
                                    "it had last.",
                                    countText(world, users), path),
                        "Bring the file back below assets/, or unpack the instances."));
            continue;
        }
        const auto known = library.problems().size();
        if (const auto prefab = library.load(path); !prefab)
            issues.push_back(issueOf("broken-prefab", users,
                                     fmt::format("{}: {}; the contents are those it had last.",
                                                 countText(world, users), prefab.error().message()),
                                     "Mend the file, or take an older version of it."));
        for (auto i = known; i < library.problems().size(); ++i) {
            const auto& problem = library.problems()[i];
            issues.push_back({problem.severity, "broken-prefab", users.front(), problem.place,
                              problem.message, problem.fix});
        }
    }
    return issues;
}

std::vector<Issue>
findOldPrefabs(const World& world, const fs::path& assetFolder, const TypeRegistry& types)
{
    std::map<std::string, std::vector<EntityId>> old;
    PrefabLibrary library{assetFolder, types};
    World scratch{world};
    for (const auto instance : prefabInstances(world)) {
        const auto& path = world.get<PrefabInstance>(instance)->file.path;
        const auto prefab = library.load(path);
        NewLinks links;
        if (prefab && !mergePrefab(
                           world, instance, **prefab, types, [&] { return scratch.newId(); }, links)
                           .empty())
            old[path].push_back(instance);
    }
    std::vector<Issue> issues;
    for (const auto& [path, users] : old) {
        auto issue = issueOf("old-prefab", users,
                             fmt::format("{}: the prefab '{}' has changed since the scene was "
                                         "saved.",
                                         countText(world, users), path),
                             "Open the scene in the editor and save it.");
        issue.severity = Severity::Info;
        issues.push_back(std::move(issue));
    }
    return issues;
}
} // namespace engine
