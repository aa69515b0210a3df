#pragma once

#include "engine_core/reflect/property.h"
#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/world/world.h"
#include "engine_core/scripting/compile/script_library.h"

#include <string>
#include <string_view>

namespace engine
{
/// The value that a text means for a property: "2.5", "yes", "1,2,3" (vectors; colours as r,g,b;
/// rotations in degrees about x,y,z), "#1025" (entities), or the text itself.
[[nodiscard]] Result<Value> valueFromText(PropertyKind kind, std::string_view text);

/// Carries out "entity.property=value" on a world: the entity by its name or as #id, the property
/// as "component.property" or, for one of its script, by its name alone. "player" without such an
/// entity in the scene means the player that play will place; its values go into `playerBag`.
[[nodiscard]] Result<void> assignProperty(World& world,
                                          const TypeRegistry& types,
                                          ScriptLibrary& scripts,
                                          ValueBag& playerBag,
                                          std::string_view assignment);
} // namespace engine
