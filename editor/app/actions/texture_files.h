#pragma once

#include "engine_core/base/files/files.h"

namespace editor
{
class MainWindow;

namespace fs = engine::fs;

/// Makes materials of all textures of a WAD, an archive or a folder, as a job; then faces of the
/// open scene whose textures were missing get them, as one step. What cannot be read is told.
void bringTextures(MainWindow& window, const fs::path& place);
} // namespace editor
