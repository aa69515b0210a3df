#pragma once

#include "engine_core/base/files/files.h"

#include <functional>

namespace editor
{
class MainWindow;

/// Opens the editor on the project and calls `measure` with its window, which it keeps until then.
/// Returns what that does, the program's status; 3, and says why, if the editor does not open.
int measureInEditor(int& argc,
                    char** argv,
                    const engine::fs::path& project,
                    const std::function<int(MainWindow&)>& measure);
} // namespace editor
