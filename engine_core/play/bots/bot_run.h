#pragma once

#include "engine_core/base/jobs.h"
#include "engine_core/play/bots/bot_cells.h"
#include "engine_core/play/bots/expectation_watch.h"
#include "engine_core/play/bots/play_bot.h"

#include <string>
#include <vector>

namespace engine
{
/// All that a bot presses in a tick.
struct BotInput
{
    std::uint32_t keys = 0; ///< PlayerKey flags
    Vec2d look{0};          ///< as PlayerInput has it

    [[nodiscard]] PlayerInput input() const { return {keys, look}; }
};

/// Something that went wrong while a bot played.
struct BotSighting
{
    NavFindingKind kind = NavFindingKind::Stuck; ///< Stuck, Fall or ScriptError
    Vec3d place{0};
    EntityId entity{};     ///< whose script failed
    std::string message{}; ///< of the script, with file and line
    std::uint64_t tick = 0;
};

/// What a bot did and found in one game, from the start of the level on.
struct BotRun
{
    BotNumber number;
    std::vector<BotInput> inputs; ///< empty unless it was to keep them
    std::vector<BotSighting> sightings;
    BotCells cells;
    std::vector<EntityId> visited; ///< triggers that it came into touch with, ascending
    std::vector<ExpectationSeen> expectations;
    std::uint64_t ticks = 0;
    ContentHash hash = 0; ///< of the session's state at the end
};

/// Looks for what goes wrong in a game, tick by tick; bots and replays have it in common.
class SightingWatch
{
public:
    explicit SightingWatch(const PlaySession& session);

    /// After each tick: what is new. Who is stuck is for the bot to say.
    [[nodiscard]] std::vector<BotSighting> look(const PlaySession& session);

private:
    PlaySession::Player m_before;
    Vec3d m_stood{0}; ///< where the player stood last
    std::size_t m_errors = 0;
};

struct BotTask
{
    BotNumber number;
    std::uint64_t ticks = 0;
    bool keepsInputs = false;
    const BotCells* earlier = nullptr; ///< where others were; null: nobody. It goes elsewhere
};

/// What bots find their way by. All of it outlives them.
struct BotGround
{
    const NavMesh& mesh;
    const NavExploration& where;
    const std::vector<NavTrigger>& triggers;
};

/// Plays sessions of its own until the time is over: where the bot is stuck, or the game ends or
/// loads another scene, it begins anew and goes on with what it had not tried yet. An Error if the
/// game does not start. Equal for equal tasks on equal levels. `ticked` is called after each tick.
[[nodiscard]] Result<std::vector<BotRun>> runBot(const World& level,
                                                 const PlaySetup& setup,
                                                 const BotGround& ground,
                                                 const BotTask& task,
                                                 JobControl& control,
                                                 const std::function<void()>& ticked);
} // namespace engine
