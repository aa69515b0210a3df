#pragma once

#include "editor/api/tool.h"
#include "plugins/foliage_painter/painter_state.h"

#include <optional>
#include <span>
#include <vector>

namespace foliage_painter
{
/// The plant of the state's layer that the pointer is over: the nearest one whose model or picture
/// its ray meets before any face; else, since blades of grass are thin, the one whose foot is
/// nearest on the screen, within a few pixels. Never one that is hidden or too far away to be
/// drawn.
[[nodiscard]] std::optional<engine::FoliageInstance> plantUnder(const PainterState& state,
                                                                const editor::PointerEvent& event);

/// Whether plantUnder() would be one of these, without its cost where none of them is: asked at
/// each move of the mouse. Of the feet the nearest one counts alone, be it seen or not.
[[nodiscard]] bool isOverOneOf(const PainterState& state,
                               const editor::PointerEvent& event,
                               std::span<const engine::FoliageInstance> plants);

/// Plants of the ticked kinds whose feet are seen within the outline, which is in pixels of the
/// event's view.
[[nodiscard]] std::vector<engine::FoliageInstance>
plantsWithin(const PainterState& state,
             const editor::PointerEvent& event,
             std::span<const engine::Vec2d> outline);
} // namespace foliage_painter
