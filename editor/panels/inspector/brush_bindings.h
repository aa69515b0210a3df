#pragma once

#include "editor/panels/inspector/inspector_bindings.h"

namespace editor
{
/// Where the lower corner of the box around each selected brush is in the world:
/// "prop.brush.place".
[[nodiscard]] PropertyBinding bindBrushPlace(EditorApi& editor, ShownObjects objects);

/// How long each selected brush is along the world's axes: "prop.brush.size". Its lower corner
/// stays.
[[nodiscard]] PropertyBinding bindBrushSize(EditorApi& editor, ShownObjects objects);
} // namespace editor
