#pragma once

#include "editor/document/transaction.h"
#include "engine_core/assets/prefabs/prefab_library.h"

#include <string>

namespace editor
{
/// Refuses what no prefab can hold in a step that is done in the file of a prefab, opened as a
/// scene of its own: an instance of that prefab, also one that came inside of another prefab, and
/// plants. `path` is the prefab's (see PrefabInstance). What the file held before the step is not
/// looked at.
engine::Result<void> checkPrefabScene(const Transaction& transaction,
                                      const std::string& path,
                                      engine::PrefabLibrary& library);
} // namespace editor
