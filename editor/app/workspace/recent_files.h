#pragma once

#include "engine_core/base/files/files.h"

#include <vector>

namespace editor
{
/// Puts the scene first in the list of recent ones.
void rememberScene(const engine::fs::path& file);

/// Scenes that are still there, the last opened first; at most ten.
[[nodiscard]] std::vector<engine::fs::path> recentScenes();

void rememberProject(const engine::fs::path& folder);
[[nodiscard]] std::vector<engine::fs::path> recentProjects();
} // namespace editor
