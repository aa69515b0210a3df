#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/base/result.h"
#include "engine_core/play/bots/bot_cells.h"

#include <span>
#include <string>

namespace editor
{
/// Draws the edges of the scene that a word names from above, with a square for each cell, blue for
/// few counts to red for many, into a PNG. Errors name what cannot be read, drawn or written.
[[nodiscard]] engine::Result<void> writeHeatPicture(const std::string& scene,
                                                    std::span<const engine::BotCell> cells,
                                                    const engine::fs::path& file);
} // namespace editor
