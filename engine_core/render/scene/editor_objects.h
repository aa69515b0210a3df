#pragma once

#include "engine_core/render/passes/frame.h"
#include "engine_core/render/passes/overlay.h"

namespace engine
{
/// Icons for lights, player starts, sounds and other things without a body; the range of selected
/// lights, a figure for each player start, and how joints move, faintly unless they are selected.
void addEditorObjects(const DrawnScene& scene, const ViewRequest& request, Overlay& overlay);

/// The lines of an orthographic view's grid: as many as have room, whole pixels wide.
void addOrthographicGrid(const ViewRequest& request, Overlay& overlay);
} // namespace engine
