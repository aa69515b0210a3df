#pragma once

#include "engine_core/base/files/files.h"

namespace editor
{
class MainWindow;

/// Adds a map or a model to the open scene, read by a worker, as one step.
void importAny(MainWindow& window, const engine::fs::path& file);

/// The same with a file that the user chooses.
void importWithDialog(MainWindow& window);
} // namespace editor
