#pragma once

#include "editor/document/transaction.h"
#include "engine_core/geometry/brush_transform.h"

#include <span>

/// The transforms without their note for "repeat": what commands are made of that note themselves
/// as a whole. Private to editor/operations.
namespace editor::parts
{
engine::Result<void> translate(Transaction& transaction,
                               std::span<const engine::EntityId> entities,
                               const engine::Vec3d& by,
                               engine::TextureLock lock);

engine::Result<void> rotate(Transaction& transaction,
                            std::span<const engine::EntityId> entities,
                            const engine::Vec3d& pivot,
                            const engine::Vec3d& axis,
                            double angle,
                            engine::TextureLock lock);

engine::Result<void> scale(Transaction& transaction,
                           std::span<const engine::EntityId> entities,
                           const engine::Vec3d& anchor,
                           const engine::Vec3d& factors,
                           engine::TextureLock lock);

std::vector<engine::EntityId> duplicate(Transaction& transaction,
                                        std::span<const engine::EntityId> entities);

/// Names the copies apart and shows them behind the objects that they are of, those made first
/// first: for all copies of a step at once.
void settleAmongSiblings(Transaction& transaction,
                         std::span<const engine::EntityId> entities,
                         std::span<const engine::EntityId> copies);
} // namespace editor::parts
