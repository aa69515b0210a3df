#pragma once

#include "editor/document/transaction.h"
#include "engine_core/scene/foliage/foliage_instances.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace editor
{
using engine::EntityId;

/// The lowest number that neither a kind nor a plant of the layer has; nullopt if all 256 are used.
[[nodiscard]] std::optional<std::int64_t> freeFoliageSlot(const engine::World& world,
                                                          EntityId layer);

/// Takes away the plants and marks of a slot that no kind of the layer has; what they were.
std::vector<engine::FoliageInstance>
takeKindlessFoliage(Transaction& transaction, EntityId layer, std::int64_t slot);

/// A part of followFoliage(): keeps kinds and plants together, whatever moved the kinds.
/// - A kind that came to a foliage where its slot is taken gets another one.
/// - The plants of a kind that went to another foliage, or got another slot, go along.
/// - The plants of a kind that is gone go with it.
/// Refused if a foliage has no slot left, or if a kind with plants was put below no foliage.
engine::Result<void> followFoliageKinds(Transaction& transaction);
} // namespace editor
