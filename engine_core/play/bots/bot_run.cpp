#include "engine_core/play/bots/bot_run.h"

#include "engine_core/play/play_state.h"

#include <algorithm>

namespace engine
{
namespace
{
constexpr double TouchMargin = 0.1; ///< metres
constexpr double RestartJump = 2;   ///< metres in one tick: put back to the start
constexpr int LookEvery = 4;        ///< ticks between looks at triggers
constexpr std::size_t MostErrors = 50;

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

Result<BotRun> runBot(const World& level,
                      const PlaySetup& setup,
                      const BotGround& ground,
                      const BotTask& task,
                      JobControl& control,
                      const std::function<void()>& ticked)
{
    auto own = setup;
    own.seed = task.number.seed + task.number.number;
    const auto session = PlaySession::start(level, own);
    if (!session)
        return session.error();
    auto& game = **session;
    BotRun run;
    run.number = task.number;
    PlayBot bot{ground.mesh, ground.where, goalsOf(game.world(), ground.triggers), task.number,
                [&](const Vec3d& place) {
                    const auto before = task.earlier != nullptr ? task.earlier->ticksAt(place) : 0;
                    return before + run.cells.ticksAt(place);
                }};
    bool hasLeft = false;
    const auto leaving = game.worldChanged.connect([&hasLeft] { hasLeft = true; });
    ExpectationWatch expectations{game};
    SightingWatch watch{game};
    while (run.ticks < task.ticks && !control.isCancelled()) {
        const auto input = bot.think(game);
        if (task.keepsInputs)
            run.inputs.push_back({input.keys, input.look});
        game.tick(input);
        ++run.ticks;
        ticked();
        if (hasLeft || game.hasEnded()) // what is looked at is the scene that it began in
            break;
        run.cells.visit(game.player());
        if (run.ticks % LookEvery == 1)
            lookAtTriggers(game, ground.triggers, run.visited);
        expectations.look(game);
        for (auto& sighting : watch.look(game)) {
            if (sighting.kind == NavFindingKind::Fall)
                bot.forget();
            run.sightings.push_back(std::move(sighting));
        }
        if (bot.isStuck()) {
            run.sightings.push_back(
                {NavFindingKind::Stuck, game.player().position, {}, {}, game.tickCount()});
            break;
        }
    }
    run.expectations = expectations.seen();
    run.hash = game.stateHash();
    std::sort(run.visited.begin(), run.visited.end());
    run.visited.erase(std::unique(run.visited.begin(), run.visited.end()), run.visited.end());
    return run;
}
} // namespace engine
