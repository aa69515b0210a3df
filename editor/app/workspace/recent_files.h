#pragma once

#include "engine_core/assets/project/project.h"

#include <vector>

namespace editor
{
/// Puts the scene first in the list of recent ones; it is the one that its project opens with.
/// Prefabs are only put into the list.
void rememberScene(const engine::fs::path& file);

/// Scenes that are still there, the last opened first; at most ten.
[[nodiscard]] std::vector<engine::fs::path> recentScenes();

/// What a project opens with: the scene that was open last, if it is still there, or else the start
/// scene; empty if there is neither.
[[nodiscard]] engine::fs::path sceneToOpen(const engine::Project& project);

/// The project opens with its start scene again.
void forgetLastScene(const engine::fs::path& file);

/// Puts the project first in the list of recent ones. Samples of the installation are not listed:
/// they are there to be copied.
void rememberProject(const engine::fs::path& folder);

/// Those that are still there, the last opened first; at most ten.
[[nodiscard]] std::vector<engine::fs::path> recentProjects();
} // namespace editor
