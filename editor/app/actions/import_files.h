#pragma once

#include "engine_core/base/files/files.h"

#include <QString>

namespace editor
{
class MainWindow;

/// Adds a map or a model to the open scene, read by a worker, as one step.
void importAny(MainWindow& window, const engine::fs::path& file);

/// Why an FBX file is not imported, and what to do.
[[nodiscard]] QString whyNoFbx();

/// The same with a file that the user chooses.
void importWithDialog(MainWindow& window);
} // namespace editor
