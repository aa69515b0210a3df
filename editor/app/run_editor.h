#pragma once

#include "editor/app/safety/safe_start.h"
#include "engine_core/base/files/files.h"

#include <memory>

namespace editor
{
class MainWindow;

/// Whether a window could be shown: there is an X or Wayland server, or Qt was told to do without.
[[nodiscard]] bool hasDisplay();

/// Attributes that must be set before the QApplication, and the OpenGL format of all views.
void prepareQt();

/// Names the settings file and makes number formats independent of the system's language. After the
/// QApplication was made.
void prepareApplication();

/// Opens the editor on a project folder or scene file (empty: the last project, or the sample) and
/// runs until it is closed. Returns the exit status.
int runEditor(int& argc, char** argv, const engine::fs::path& target);

/// The same without the event loop, for tests and benchmarks: a shown window, or why there is none.
[[nodiscard]] engine::Result<std::unique_ptr<MainWindow>>
openEditor(const engine::fs::path& target, const StartOptions& options = {});
} // namespace editor
