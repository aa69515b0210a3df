#pragma once

#include "plugins/path_debugger/path_debugger.h"

namespace path_debugger
{
/// Start, goal, path, and what the chosen search looked at.
void drawPaths(engine::DebugDraw& draw, const PathDebugger& debugger);

/// From cold to hot, for a fraction from 0 to 1.
[[nodiscard]] engine::DrawColor heatColor(double fraction, float alpha);
} // namespace path_debugger
