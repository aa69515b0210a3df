#pragma once

#include "engine_core/base/files/files.h"

#include <vector>

namespace editor
{
namespace fs = engine::fs;
class MainWindow;

/// Makes materials of sets of pictures on a worker, chooses the first, and shows what was taken.
void bringPictures(MainWindow& window, const std::vector<fs::path>& pictures);
} // namespace editor
