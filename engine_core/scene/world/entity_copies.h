#pragma once

#include "engine_core/reflect/type_registry.h"

#include <unordered_map>
#include <vector>

namespace engine
{
/// Which entity stands for which: original and copy.
using EntityMap = std::unordered_map<EntityId, EntityId>;

/// The component as the copy shall have it: parents, entity properties and script properties that
/// point to an original point to its copy. The same value if there is nothing to change. `type` may
/// be null, and so may the value.
[[nodiscard]] ComponentValue
retargeted(const TypeInfo* type, ComponentValue value, const EntityMap& copies);

/// The same for a copy that is alone in its world: what points to something else points to nothing.
[[nodiscard]] ComponentValue
retargetedInside(const TypeInfo* type, ComponentValue value, const EntityMap& copies);

/// What the component points to: parents, entity properties and script properties.
[[nodiscard]] std::vector<EntityId> referencesOf(const TypeInfo* type, const ComponentValue& value);
} // namespace engine
