#pragma once

#include "editor/document/transaction.h"

#include <span>
#include <vector>

namespace editor
{
using engine::EntityId;

/// The entities in the order in which lists show those of one parent.
[[nodiscard]] std::vector<EntityId> inSiblingOrder(const engine::World& world,
                                                   std::vector<EntityId> entities);

/// Lists show the copies, in this order, right behind the last of the sources that has the same
/// parent. Other objects are not touched.
void placeBehind(Transaction& transaction,
                 std::span<const EntityId> sources,
                 std::span<const EntityId> copies);

/// Shows siblings, none or all of their parent's, in this order.
void placeInOrder(Transaction& transaction, const std::vector<engine::EntityId>& siblings);

/// A rule of every document: lists show what a step makes behind what was there, unless it has a
/// place already.
engine::Result<void> placeNewObjects(Transaction& transaction);
} // namespace editor
