#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/checks/issue.h"
#include "engine_core/scene/world/world.h"

#include <vector>

namespace engine
{
/// "missing-prefab" and "broken-prefab": one issue for each file, however many instances show it,
/// and one for each thing in a file that cannot be used. Reads the files: meant for a worker, over
/// a copy of the world.
[[nodiscard]] std::vector<Issue> findPrefabProblems(const World& world,
                                                    const fs::path& assetFolder);

/// "old-prefab", for information: instances whose file has changed since the scene was saved, one
/// issue for each file. The editor lets them follow on opening; this compares every part.
[[nodiscard]] std::vector<Issue>
findOldPrefabs(const World& world, const fs::path& assetFolder, const TypeRegistry& types);
} // namespace engine
