#pragma once

#include "engine_core/reflect/type_registry.h"

#include <unordered_map>
#include <vector>

namespace editor
{
using engine::EntityId;

/// Which entity stands for which: original and copy.
using EntityMap = std::unordered_map<EntityId, EntityId>;

/// The component as the copy shall have it: parents, entity properties and script properties that
/// point to an original point to its copy. The same value if there is nothing to change. `type` may
/// be null, and so may the value.
[[nodiscard]] engine::ComponentValue
retargeted(const engine::TypeInfo* type, engine::ComponentValue value, const EntityMap& copies);

/// What the component points to: parents, entity properties and script properties.
[[nodiscard]] std::vector<EntityId> referencesOf(const engine::TypeInfo* type,
                                                 const engine::ComponentValue& value);
} // namespace editor
