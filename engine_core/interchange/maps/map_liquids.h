#pragma once

#include "engine_core/interchange/maps/map_part_table.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/world/world.h"

#include <vector>

namespace engine
{
/// Makes the imported map's brushes of liquids water that one swims in; a brush gets its place in
/// its middle. With a table that knows the parts, lava and slime hurt as in Quake, and what the
/// level needs for that is added to `needs`. Brushes that move stay as they are.
void giveMapLiquids(World& map, const MapPartTable* table, std::vector<Script>& needs);
} // namespace engine
