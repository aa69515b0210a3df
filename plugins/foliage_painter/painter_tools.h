#pragma once

#include "editor/api/tool.h"
#include "plugins/foliage_painter/painter_state.h"

#include <functional>
#include <memory>
#include <span>

namespace foliage_painter
{
/// A tool as the tool bar, menus and the dock show it.
struct PainterTool
{
    const char* id;
    const char* button; ///< its name in the dock, short
    const char* label;
    const char* tooltip; ///< one sentence
    const char* icon;
    const char* keys; ///< what keys do while it is active, as a sentence; may be empty
    std::function<std::unique_ptr<editor::Tool>(std::shared_ptr<PainterState>)> create;
};

/// All of them, in the order that they are shown in.
[[nodiscard]] std::span<const PainterTool> painterTools();
} // namespace foliage_painter
