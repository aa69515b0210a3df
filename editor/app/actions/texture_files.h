#pragma once

#include "engine_core/base/files/files.h"

#include <vector>

namespace editor
{
class MainWindow;

namespace fs = engine::fs;

/// Makes materials of all textures of these WADs, archives and folders, as one job; of several that
/// have a texture, the first one counts. Then faces of the open scene whose textures were missing
/// get them, as one step. What cannot be read is told.
void bringTextures(MainWindow& window, const std::vector<fs::path>& packs);
} // namespace editor
