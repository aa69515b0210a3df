#pragma once

#include "engine_core/reflect/type_registry.h"

namespace engine
{
/// Registers every component type of the engine. A new component is one line in the .cpp.
void registerComponents(TypeRegistry& types);
} // namespace engine
