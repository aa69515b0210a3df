#pragma once

#include "engine_core/scene/world/change_set.h"

namespace engine
{
/// Whether the change puts the entity below another one, makes it or takes it away: what stands
/// below it may stand elsewhere then. Not so for a new name, for one.
[[nodiscard]] bool isReparented(const Change& change);
} // namespace engine
