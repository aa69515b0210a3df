#pragma once

#include "engine_core/play/bots/explore.h"
#include "engine_core/scene/debug_draw.h"

#include <span>
#include <vector>

namespace explore
{
[[nodiscard]] engine::DrawColor findingColor(engine::NavFindingKind kind);

/// "Unreachable floor", ...: as the dock and the views call it.
[[nodiscard]] const char* findingTitle(engine::NavFindingKind kind);

/// A post with a label at each.
void drawFindings(engine::DebugDraw& draw, std::span<const engine::NavFinding> findings);

/// Where bots were, from blue for seldom to red for most often: for every picture of every view.
[[nodiscard]] std::vector<engine::DebugDraw::Triangle>
heatTriangles(std::span<const engine::HeatPatch> patches);
} // namespace explore
