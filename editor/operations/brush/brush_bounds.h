#pragma once

#include "editor/document/transaction.h"
#include "engine_core/geometry/brush_transform.h"

#include <functional>
#include <span>

namespace editor
{
/// Moves and stretches brushes to other bounds, which are boxes in the world: `edit` makes the new
/// ones of each brush from those that it has. What is below a brush follows. `lock` is for what
/// moves; another size stretches no texture, as dragging a face does not. Refused if a size
/// would not be above 0; see transform_operations.h for what else may be.
engine::Result<void>
changeBounds(Transaction& transaction,
             std::span<const engine::EntityId> brushes,
             const std::function<engine::Result<engine::Aabb>(const engine::Aabb&)>& edit,
             engine::TextureLock lock = engine::TextureLock::On);
} // namespace editor
