#pragma once

#include "engine_core/assets/scene_checks.h"
#include "engine_core/reflect/type_registry.h"

namespace engine
{
/// "missing-prefab" and "broken-prefab": one issue for each file, however many instances show it,
/// and one for each thing in a file that cannot be used. An IssueCheck.
void checkPrefabs(const CheckContext& context,
                  std::span<const AssetUse> uses,
                  std::vector<Issue>& issues);

/// "old-prefab", for information: instances whose file has changed since the scene was saved, one
/// issue for each file. The editor lets them follow on opening; this compares every part.
[[nodiscard]] std::vector<Issue>
findOldPrefabs(const World& world, const fs::path& assetFolder, const TypeRegistry& types);
} // namespace engine
