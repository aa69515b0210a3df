#pragma once

#include "engine_core/base/files.h"

namespace editor
{
/// `mapwright play SCENE`: the game alone in a window. Esc frees the mouse, closing the window ends
/// it. Returns the exit status.
int runPlayWindow(int& argc, char** argv, const engine::fs::path& scene);
} // namespace editor
