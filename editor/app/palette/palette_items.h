#pragma once

#include "editor/app/palette/command_palette.h"

namespace editor
{
class MainWindow;

/// Every command of the registry with its keys; those that ran last come first.
[[nodiscard]] std::vector<PaletteItem> paletteCommands(MainWindow& window,
                                                       const QStringList& ranLast);

/// The objects of the scene (chosen and focused), the project's assets (shown in the browser) and
/// its scenes (opened).
[[nodiscard]] std::vector<PaletteItem> palettePlaces(MainWindow& window);
} // namespace editor
