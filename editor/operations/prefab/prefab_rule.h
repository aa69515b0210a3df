#pragma once

#include "editor/document/transaction.h"

#include <unordered_set>

namespace editor
{
using engine::EntityId;

/// A rule of every document, after the one of linked groups: what a step changes inside a prefab
/// instance becomes an override there; an instance that was copied gets links of its own. Refused
/// if a prefab would contain an instance of itself.
engine::Result<void> notePrefabOverrides(Transaction& transaction);

/// Tells this rule and the one of linked groups that the step itself takes care of the parts of the
/// instance and their overrides: operations that follow the file do so. In linked copies of the
/// instance they must do the same.
void managePrefab(Transaction& transaction, EntityId instance);

/// The instances that managePrefab() was called for in a step with these changes.
[[nodiscard]] std::unordered_set<EntityId>
managedPrefabs(const std::vector<engine::Change>& changes);
} // namespace editor
