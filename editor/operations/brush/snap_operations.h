#pragma once

#include "editor/document/transaction.h"
#include "engine_core/geometry/brush_transform.h"

#include <span>

namespace editor
{
using engine::EntityId;

/// Moves every corner of every brush among the entities and below them to the nearest place of the
/// world's grid, `step` metres wide; other things go to the grid with their place. Refused if a
/// brush would become flat; that brush and the others stay as they are.
engine::Result<void> snapVertices(Transaction& transaction,
                                  std::span<const EntityId> entities,
                                  double step,
                                  engine::TextureLock lock = engine::TextureLock::On);

/// Moves each object as a whole so that the lower corner of its bounds is on the grid.
engine::Result<void> snapBounds(Transaction& transaction,
                                std::span<const EntityId> entities,
                                double step,
                                engine::TextureLock lock = engine::TextureLock::On);
} // namespace editor
