#include "engine_core/play/bots/bot_run.h"

#include "engine_core/play/play_state.h"

#include <algorithm>
#include <optional>

namespace engine
{
namespace
{
constexpr double TouchMargin = 0.1; ///< metres
constexpr double RestartJump = 2;   ///< metres in one tick: put back to the start
constexpr int LookEvery = 4;        ///< ticks between looks at triggers
constexpr std::size_t MostErrors = 50;
constexpr std::uint64_t ShortestGame = 60; ///< ticks; after a shorter one a bot plays no other

/// Which triggers the player is in touch with now, as PlayState tells scripts.
void lookAtTriggers(const PlaySession& session,
                    const std::vector<NavTrigger>& triggers,
                    std::vector<EntityId>& visited)
{
    const auto box = playerBox(session);
    if (box.isEmpty())
        return;
    for (const auto& trigger : triggers)
        if (session.world().exists(trigger.entity) &&
            bodyBounds(session.world(), trigger.entity).grown(TouchMargin).intersects(box))
            visited.push_back(trigger.entity);
}

/// Expectations first, so that who is fast goes to them at once; then triggers.
std::vector<Vec3d> goalsOf(const World& world, const std::vector<NavTrigger>& triggers)
{
    std::vector<std::pair<EntityId, Vec3d>> promised;
    world.forEach<Expectation>([&](EntityId entity, const Expectation& expectation) {
        if (expectation.expect != ExpectedOfPlay::NeverFewer)
            promised.emplace_back(entity, worldTransform(world, entity).position);
    });
    std::sort(promised.begin(), promised.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Vec3d> goals;
    for (const auto& [entity, place] : promised)
        goals.push_back(place);
    for (const auto& trigger : triggers)
        goals.push_back(trigger.bounds.center());
    return goals;
}
} // namespace

SightingWatch::SightingWatch(const PlaySession& session)
    : m_before{session.player()}, m_stood{m_before.position}
{
}

std::vector<BotSighting> SightingWatch::look(const PlaySession& session)
{
    std::vector<BotSighting> seen;
    const auto now = session.player();
    const auto tick = session.tickCount();
    const double jumped = glm::distance(now.position, m_before.position);
    if (m_before.velocity.y < -1 && jumped > RestartJump &&
        now.position.y > m_before.position.y + RestartJump)
        seen.push_back({NavFindingKind::Fall, m_stood, {}, {}, tick});
    if (now.grounded)
        m_stood = now.position;
    m_before = now;
    const auto& errors = session.scriptErrors();
    for (; m_errors < std::min(errors.size(), MostErrors); ++m_errors) {
        const auto& error = errors[m_errors];
        const bool isThere = session.world().exists(error.entity);
        seen.push_back(
            {NavFindingKind::ScriptError,
             isThere ? worldTransform(session.world(), error.entity).position : now.position,
             error.entity, error.place + ": " + error.message, tick});
    }
    return seen;
}

namespace
{
/// One game of a bot.
class Game
{
public:
    Game(PlaySession& session, PlayBot& bot, const BotGround& ground, const BotTask& task)
        : m_session{session}, m_bot{bot}, m_ground{ground}, m_task{task}
    {
    }

    /// Until the bot is stuck, the game ends or another scene runs; at most so many ticks.
    void
    play(std::uint64_t ticks, BotRun& run, JobControl& control, const std::function<void()>& ticked)
    {
        bool hasLeft = false;
        const auto leaving = m_session.worldChanged.connect([&hasLeft] { hasLeft = true; });
        ExpectationWatch expectations{m_session};
        SightingWatch watch{m_session};
        while (run.ticks < ticks && !control.isCancelled()) {
            const auto input = m_bot.think(m_session);
            if (m_task.keepsInputs)
                run.inputs.push_back({input.keys, input.look});
            m_session.tick(input);
            ++run.ticks;
            ticked();
            if (hasLeft || m_session.hasEnded()) { // looked at is the scene that it began in
                expectations.leave(run.ticks);
                break;
            }
            expectations.look(m_session);
            if (!goesOn(watch, run))
                break;
        }
        run.expectations = expectations.seen();
        run.hash = m_session.stateHash();
        std::sort(run.visited.begin(), run.visited.end());
        run.visited.erase(std::unique(run.visited.begin(), run.visited.end()), run.visited.end());
    }

private:
    bool goesOn(SightingWatch& watch, BotRun& run)
    {
        run.cells.visit(m_session.player());
        if (run.ticks % LookEvery == 1)
            lookAtTriggers(m_session, m_ground.triggers, run.visited);
        for (auto& sighting : watch.look(m_session)) {
            if (sighting.kind == NavFindingKind::Fall)
                m_bot.forget();
            run.sightings.push_back(std::move(sighting));
        }
        if (m_bot.isStuck())
            run.sightings.push_back({NavFindingKind::Stuck,
                                     m_session.player().position,
                                     {},
                                     {},
                                     m_session.tickCount()});
        return !m_bot.isStuck();
    }

    PlaySession& m_session;
    PlayBot& m_bot;
    const BotGround& m_ground;
    const BotTask& m_task;
};
} // namespace

Result<std::vector<BotRun>> runBot(const World& level,
                                   const PlaySetup& setup,
                                   const BotGround& ground,
                                   const BotTask& task,
                                   JobControl& control,
                                   const std::function<void()>& ticked)
{
    auto own = setup;
    own.seed = task.number.seed;
    std::vector<BotRun> runs;
    const auto ticksAt = [&](const Vec3d& place) {
        auto ticks = task.earlier != nullptr ? task.earlier->ticksAt(place) : 0;
        for (const auto& run : runs)
            ticks += run.cells.ticksAt(place);
        return ticks;
    };
    std::optional<PlayBot> bot;
    for (std::uint64_t left = task.ticks; left > 0 && !control.isCancelled();) {
        const auto session = PlaySession::start(level, own);
        if (!session)
            return session.error();
        if (!bot)
            bot.emplace(ground.mesh, ground.where, goalsOf((*session)->world(), ground.triggers),
                        task.number, ticksAt);
        bot->beginGame();
        auto& run = runs.emplace_back();
        run.number = task.number;
        Game{**session, *bot, ground, task}.play(left, run, control, ticked);
        left -= run.ticks;
        if (run.ticks < ShortestGame)
            break; // it ends by itself, and would again
    }
    return runs;
}
} // namespace engine
