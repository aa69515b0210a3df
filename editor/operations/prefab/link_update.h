#pragma once

#include "editor/document/transaction.h"
#include "engine_core/scene/world/entity_copies.h"

namespace editor
{
using engine::EntityId;
using engine::EntityMap;

/// A component of a part of one copy as its counterpart in another copy shall have it: references
/// lead into the other copy, and what either keeps for itself stays the target's.
[[nodiscard]] engine::ComponentValue followedValue(const engine::World& world,
                                                   EntityId source,
                                                   EntityId target,
                                                   const engine::TypeInfo& type,
                                                   const EntityMap& map);
} // namespace editor
