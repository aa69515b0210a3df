#pragma once

#include "engine_core/scene/world/world.h"

namespace engine
{
/// What makes the first level the second one, as an edit would tell it. Copies of one world share
/// what is the same, which costs a look each.
[[nodiscard]] ChangeSet changesBetween(const World& before, const World& after);
} // namespace engine
