#pragma once

#include "editor/api/tool.h"
#include "engine_core/render/passes/view.h"

#include <cstdint>
#include <span>

namespace editor
{
/// A way to draw the level, as the menus of the views and the commands name it.
struct ViewModeChoice
{
    engine::ViewMode mode;
    const char* id; ///< end of the command's id
    const char* label;
    const char* icon;
    const char* tooltip;
    bool isEveryday; ///< one that F2 comes by
};

/// A side to look from.
struct ViewKindChoice
{
    ViewKind kind;
    const char* id;
    const char* label;
    const char* icon;
};

/// What a colour of a way to draw means.
struct LegendColor
{
    std::uint32_t rgb = 0; ///< encoded, 0xRRGGBB
    const char* text;
};

[[nodiscard]] std::span<const ViewModeChoice> viewModes();

/// Empty where colours need no explanation.
[[nodiscard]] std::span<const LegendColor> legendOf(engine::ViewMode mode);
[[nodiscard]] std::span<const ViewKindChoice> viewKinds();

/// The next of the everyday ones in turn; the first after any other.
[[nodiscard]] engine::ViewMode everydayModeAfter(engine::ViewMode mode);
} // namespace editor
