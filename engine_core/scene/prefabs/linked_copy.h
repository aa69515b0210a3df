#pragma once

#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/prefabs/linked_parts.h"

#include <functional>
#include <vector>

namespace engine
{
/// What gives one copy of a linked group the contents of another one: parts that answer to each
/// other keep their ids; what `to` keeps for itself, and what is hidden or locked in it, stays.
/// Overrides of prefabs come along, removed parts too. Empty if both are equal already. For
/// contents that were not made by an edit of one copy, which the document's rule follows by itself.
/// `newId` makes an id that `world` never had.
[[nodiscard]] std::vector<Swap> contentsOfCopy(const World& world,
                                               EntityId from,
                                               EntityId to,
                                               const TypeRegistry& types,
                                               const std::function<EntityId()>& newId);
} // namespace engine
