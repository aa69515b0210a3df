#pragma once

#include "editor/api/tool.h"

#include <optional>

class QKeyEvent;

namespace editor
{
/// The key as tools know it; nothing for those that they have no use for.
[[nodiscard]] std::optional<ToolKey> toolKeyOf(const QKeyEvent& event);
} // namespace editor
