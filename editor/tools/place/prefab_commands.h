#pragma once

#include "editor/api/editor_api.h"
#include "editor/operations/prefab/prefab_changes.h"
#include "editor/operations/prefab/prefab_operations.h"

#include <optional>

namespace editor
{
/// What menus and panels do with prefabs: each runs one step, and says in the status bar what was
/// done or why not. True if it was done.

/// The prefabs of the open project, read anew.
[[nodiscard]] engine::PrefabLibrary prefabLibrary(EditorApi& editor);

/// "Torch 2" gives "prefabs/Torch 2.prefab.json"; nullopt for what cannot be a file's name.
[[nodiscard]] std::optional<std::string> prefabPathFor(const std::string& name);

/// Makes a prefab of the selected objects, which become an instance of it, and selects that.
bool makePrefabOfSelection(EditorApi& editor, const std::string& path);

/// Places an instance and selects it.
bool placePrefabAt(EditorApi& editor, const std::string& path, const engine::Vec3d& at);

bool applyToPrefab(EditorApi& editor, const std::vector<PrefabOverride>& overrides);
bool revertToPrefab(EditorApi& editor, const std::vector<PrefabOverride>& overrides);
bool unpackSelection(EditorApi& editor);

/// The instance that keeps the overrides of the entity, or that it is; null if there is none.
[[nodiscard]] EntityId instanceOf(const engine::World& world, EntityId entity);

/// Of the selected objects, each once.
[[nodiscard]] std::vector<EntityId> selectedInstances(const Document& document);
} // namespace editor
