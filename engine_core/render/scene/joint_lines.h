#pragma once

#include "engine_core/render/passes/overlay.h"
#include "engine_core/scene/world/world.h"

namespace engine
{
/// Where the entity's Joint is, what it turns about or slides along, how far, and what it leads to.
/// Nothing if it has none.
void addJointLines(const World& world,
                   EntityId entity,
                   PackedColor color,
                   std::vector<OverlayLine>& lines);
} // namespace engine
