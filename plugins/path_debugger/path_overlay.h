#pragma once

#include "plugins/path_debugger/path_debugger.h"

namespace path_debugger
{
/// Start, goal, path, and what the chosen search looked at.
void drawPaths(engine::DebugDraw& draw, const PathDebugger& debugger);

inline constexpr engine::DrawColor WaitingColor{0.97f, 0.97f, 1.0f, 0.95f};
inline constexpr engine::DrawColor StepColor{1.0f, 0.85f, 0.30f, 1}; ///< where the search is
inline constexpr engine::DrawColor LeftColor{0.30f, 0.90f, 1.0f, 1}; ///< end of a portal
inline constexpr engine::DrawColor RightColor{1.0f, 0.40f, 0.80f, 1};
inline constexpr engine::DrawColor RayColor{0.60f, 0.90f, 0.35f, 1};
inline constexpr engine::DrawColor HitColor{0.92f, 0.40f, 0.36f, 1}; ///< where the ray ends
inline constexpr engine::DrawColor WallColor{0.75f, 0.60f, 1.0f, 1};
} // namespace path_debugger
