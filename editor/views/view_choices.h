#pragma once

#include "editor/api/tool.h"
#include "engine_core/render/passes/view.h"

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
};

/// A side to look from.
struct ViewKindChoice
{
    ViewKind kind;
    const char* id;
    const char* label;
    const char* icon;
};

[[nodiscard]] std::span<const ViewModeChoice> viewModes();
[[nodiscard]] std::span<const ViewKindChoice> viewKinds();
} // namespace editor
