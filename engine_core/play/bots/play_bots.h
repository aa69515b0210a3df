#pragma once

#include "engine_core/base/jobs.h"
#include "engine_core/navigation/survey/nav_explore.h"
#include "engine_core/play/bots/bot_run.h"
#include "engine_core/play/play_session.h"

#include <vector>

namespace engine
{
class BotStage;

struct BotOptions
{
    unsigned bots = 4;      ///< 1 to 64
    double seconds = 60;    ///< of game time for each, 1 to 3600
    std::uint64_t seed = 1; ///< equal seeds, equal runs, on any number of threads
    std::vector<BotStyle> styles{BotStyle::Seeker}; ///< in turn; not empty
    unsigned threads = 0;                           ///< 0: as many as the machine has cores
    bool keepsInputs = false;                       ///< of each run, so that it can be played again
};

struct BotReport
{
    std::vector<NavFinding> findings; ///< what runs saw, each place once
    std::vector<BotRun> runs;         ///< games of each bot, in the order of bots
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
/// holes and over edges. Several play at once; where bots of earlier rounds were, others go last.
/// Worker threads may call it. `first` is of the level and nobody else uses it meanwhile. What a
/// cancelled one returns is what was found so far. `where` is of the same level; its findings are
/// not looked at. `triggers` are findTriggers() of it.
[[nodiscard]] BotReport runBots(BotStage& first,
                                const Project& project,
                                const NavMesh& mesh,
                                const NavExploration& where,
                                std::vector<NavTrigger> triggers,
                                const BotOptions& options,
                                JobControl& control);

/// What waits for the player: objects whose script has onTouch(), and movers that do not collide,
/// as triggers of imported maps. Ascending. An Error if the scripts do not compile.
[[nodiscard]] Result<std::vector<NavTrigger>> findTriggers(const World& level,
                                                           const PlaySetup& setup);

/// Whether the sighting is of the same thing as the finding: of its kind, and near it or of the
/// same script.
[[nodiscard]] bool isOf(const NavFinding& finding, const BotSighting& sighting);
} // namespace engine
