#pragma once

#include "editor/api/registration.h"

#include <vector>

namespace editor
{
class EditorContext;

/// Adds every panel that the editor brings. They go when the registrations do.
[[nodiscard]] std::vector<Registration> registerBuiltinPanels(EditorContext& editor);
} // namespace editor
