#pragma once

#include "engine_core/base/jobs.h"
#include "engine_core/navigation/survey/nav_explore.h"
#include "engine_core/play/play_session.h"

#include <vector>

namespace engine
{
/// A cube of half a metre in which bots were.
struct BotCell
{
    static constexpr double Size = 0.5; ///< metres

    Vec3d place{0};          ///< its middle, at the lowest height of the soles in it
    std::uint32_t ticks = 0; ///< of all bots together
};

struct BotOptions
{
    unsigned bots = 4;      ///< 1 to 64
    double seconds = 60;    ///< of game time for each, 1 to 3600
    std::uint64_t seed = 1; ///< equal seeds, equal runs
};

struct BotReport
{
    std::vector<NavFinding> findings; ///< stuck spots and falls
    std::vector<BotCell> cells;       ///< the heat map, by place
    std::vector<NavTrigger> triggers; ///< all of the level
    std::vector<EntityId> visited;    ///< triggers that bots came into touch with, ascending
    std::vector<Vec3d> stood;         ///< where bots stood on the ground, one for each cell
    std::uint64_t ticks = 0;          ///< of all bots together
    double seconds = 0;               ///< of the machine
    ContentHash hash = 0;             ///< of the sessions' states: equal runs, equal hashes
    std::string problem;              ///< why the game did not start; empty if it did
};

/// Each bot plays the level by itself, with the keys of a player and the game's own character and
/// scripts: it walks to random places and triggers, jumps gaps, drops down ledges, and pushes into
/// holes and over edges. Worker threads may call it, if nobody else uses the setup's database,
/// library or collision meanwhile. What a cancelled one returns is what was found so far.
/// `where` is of the same level; its findings are not looked at.
[[nodiscard]] BotReport runBots(const World& level,
                                const PlaySetup& setup,
                                const NavMesh& mesh,
                                const NavExploration& where,
                                const BotOptions& options,
                                JobControl& control);

/// What waits for the player: objects whose script has onTouch(), and movers that do not collide,
/// as triggers of imported maps. Ascending. An Error if the scripts do not compile.
[[nodiscard]] Result<std::vector<NavTrigger>> findTriggers(const World& level,
                                                           const PlaySetup& setup);
} // namespace engine
