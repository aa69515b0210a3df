#pragma once

#include "editor/app/editor_context.h"

#include <vector>

namespace editor
{
/// Adds every panel that the editor brings. They go when the registrations do.
[[nodiscard]] std::vector<Registration> registerBuiltinPanels(EditorContext& editor);
} // namespace editor
