#pragma once

#include "engine_core/base/files/files.h"

#include <vector>

namespace editor
{
class MainWindow;

/// Copies these sounds into the project, as one job, and tells how many are new. What cannot be
/// read is told.
void bringSounds(MainWindow& window, const std::vector<engine::fs::path>& sounds);
} // namespace editor
