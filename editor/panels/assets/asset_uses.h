#pragma once

#include "editor/api/editor_api.h"

#include <QStringList>

namespace editor
{
/// Paths of what the open scene uses, sorted: also the pictures of its materials and of those of
/// its models.
[[nodiscard]] QStringList assetsOfScene(EditorApi& editor);

/// Selects the faces that show the material, or the objects that use the asset otherwise. Says so
/// if there are none.
void selectUsers(EditorApi& editor, const engine::AssetEntry& asset);

/// Asks which material all faces of the scene that show this one shall have, and gives it to them
/// as one step.
void replaceWithDialog(EditorApi& editor, const engine::AssetEntry& material, QWidget* parent);

/// The same without asking.
void replaceEverywhere(EditorApi& editor, engine::Name from, engine::Name to);
} // namespace editor
