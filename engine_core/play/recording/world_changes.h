#pragma once

#include "engine_core/scene/world/world.h"

namespace engine
{
class TypeRegistry;

/// What makes the first level the second one, as an edit would tell it. Copies of one world share
/// what is the same, which costs a look each; the values of others are compared.
[[nodiscard]] ChangeSet
changesBetween(const World& before, const World& after, const TypeRegistry& registry);
} // namespace engine
