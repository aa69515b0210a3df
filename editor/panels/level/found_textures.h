#pragma once

#include "editor/app/window/editor_context.h"
#include "editor/operations/brush/texture_operations.h"

#include <functional>
#include <string>

namespace editor
{
/// Faces of the open scene that waited for these textures get them, as one step of that name, in
/// parts between other events. `done` is called then, or at once if none waited.
void useFoundTextures(EditorContext& editor,
                      const std::string& label,
                      const FoundTextures& found,
                      std::function<void()> done);
} // namespace editor
