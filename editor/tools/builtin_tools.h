#pragma once

#include "editor/api/editor_api.h"

#include <vector>

namespace editor
{
/// Adds every tool that the editor brings. They go when the registrations do.
[[nodiscard]] std::vector<Registration> registerBuiltinTools(EditorApi& editor);
} // namespace editor
