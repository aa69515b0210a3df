#pragma once

#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/navigation.h"
#include "engine_core/scene/world/world.h"

#include <span>
#include <string>
#include <string_view>

namespace engine
{
/// How big the player of a game is and what it can do, in the units of its maps, as the game's own
/// sources have it. Maps are built for it: stairs, doors and gaps fit nobody else.
struct GameMeasures
{
    std::string_view name;  ///< as options name it, such as "quake"
    std::string_view title; ///< "Quake"
    double width = 0;       ///< of the box that collides
    double height = 0;
    double crouchHeight = 0; ///< as tall as standing where the game has no crouching
    double eyeHeight = 0;    ///< above the soles
    double stepHeight = 0;
    double jumpHeight = 0;
    double walkSpeed = 0; ///< units per second
    double runSpeed = 0;
    double gravity = 0; ///< units per second squared
};

/// The games that are known; the first one is taken for maps that name none.
[[nodiscard]] std::span<const GameMeasures> gameMeasures();

/// Null if no game has that name.
[[nodiscard]] const GameMeasures* findMeasures(std::string_view name);

/// Of the game that a .map file names in its first lines ("// Game: Half-Life"), as TrenchBroom
/// writes it.
[[nodiscard]] const GameMeasures& measuresOfMap(std::string_view text);

/// That of the name, or else of the map.
[[nodiscard]] const GameMeasures& measuresOr(std::string_view name, std::string_view map);

/// What giveMeasures() did, in metres.
struct GivenMeasures
{
    const GameMeasures* game = nullptr; ///< null: nothing was given
    bool toPlayer = false;
    bool toAgent = false;
    Character player;
    NavAgent agent;
    double eyeHeight = 0;
    double jumpHeight = 0;
    double gravity = 0;   ///< that holds in the scene
    std::string sentence; ///< what was chosen, or why nothing was
};

/// Makes of the imported map's first player start a player with the measures of the game, adds an
/// agent as big, and sets the gravity of a map that says none. `scene` is what the map will be
/// added to, null for a scene of its own: a player or its start, agents, and with brushes the
/// gravity that it has already are its author's and stay. Nothing is done for a map without a
/// start, which is no whole level, and where the scale makes the player bigger or smaller than
/// players may be.
GivenMeasures giveMeasures(World& map, const GameMeasures& game, double scale, const World* scene);
} // namespace engine
