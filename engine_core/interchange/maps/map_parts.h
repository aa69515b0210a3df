#pragma once

#include "engine_core/interchange/maps/map_geometry.h"
#include "engine_core/interchange/maps/map_part_table.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/world/world.h"

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace engine
{
/// The tag of what an item looks like here: an export leaves such brushes out.
inline constexpr std::string_view ItemBodyTag = "item_body";

struct MapPartChoice
{
    const MapPartTable* table = nullptr; ///< null: no entity gets a part
    std::string_view game;               ///< of GameMeasures; empty: none in particular
};

/// What giveMapParts() did.
struct GivenMapParts
{
    std::set<std::string> classes;  ///< that the table speaks of
    std::vector<std::string> notes; ///< a sentence each
    std::vector<Script> needs;      ///< of objects that the level needs once
};

/// Makes of the imported map's entities the parts that the table says, with wires from who targets
/// to who is targeted. The keys of every entity stay as they are, so that an export writes the same
/// map. An entity with brushes gets its place in their middle. `lines` says where each entity
/// stands in the file, for `skips`. A map that says nonsense loses what it says, with a sentence.
[[nodiscard]] GivenMapParts giveMapParts(World& map,
                                         const MapPartChoice& choice,
                                         const MapSpace& space,
                                         const std::unordered_map<EntityId, int>& lines,
                                         MapSkips& skips);

/// Adds an object with each script that the level needs, unless the map or `scene` (null: there is
/// none) has one. It stands where the map's player starts.
void addNeededParts(World& map, const std::vector<Script>& needs, const World* scene);
} // namespace engine
