#pragma once

#include "engine_core/reflect/type_registry.h"
#include "engine_core/scene/world/world.h"

#include <string>

namespace mapwright::test
{
/// Compares every linked group with every other one of the same link: parts, their components and
/// the references between them, all but what each copy has for itself. Empty if all are equal, or
/// else what differs first.
std::string linkedDifference(const engine::World& world, const engine::TypeRegistry& types);
} // namespace mapwright::test
