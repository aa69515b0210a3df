#pragma once

#include "editor/api/tool.h"

namespace editor
{
/// Writes the box's size, such as "4.0 x 2.5 x 0.25 m", beside the box as the event's view shows
/// it: below, or above where there is no room below, so that the box stays in sight.
void drawSizeLabel(engine::DebugDraw& draw, const PointerEvent& event, const engine::Aabb& box);
} // namespace editor
