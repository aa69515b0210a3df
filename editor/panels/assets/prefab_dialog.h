#pragma once

#include "editor/api/editor_api.h"

#include <optional>
#include <string>

class QWidget;

namespace editor
{
/// Asks for the name of a new prefab until it is one that a file can have and that is free. Its
/// path; nullopt if the person gives up.
[[nodiscard]] std::optional<std::string> askForPrefabPath(EditorApi& editor, QWidget* parent);

/// Asks for the name and makes a prefab of the selection.
void makePrefabWithDialog(EditorApi& editor, QWidget* parent);
} // namespace editor
