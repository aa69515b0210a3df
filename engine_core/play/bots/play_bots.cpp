#include "engine_core/play/bots/play_bots.h"

#include "engine_core/navigation/query/nav_inquiry.h"
#include "engine_core/play/bots/play_bot.h"
#include "engine_core/play/play_state.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/scene_settings.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

namespace engine
{
namespace
{
constexpr double FarthestCell = 1e9;
constexpr double SameSpot = 1.5;    ///< metres; stuck spots so near are one
constexpr double TouchMargin = 0.1; ///< metres
constexpr double RestartJump = 2;   ///< metres in one tick: put back to the start
constexpr int LookEvery = 4;        ///< ticks between looks at triggers
constexpr std::size_t MostSpots = 200;

using CellKey = std::array<int, 3>;

CellKey cellOf(const Vec3d& foot)
{
    const auto index = [](double at) {
        const double cell = std::floor(at / BotCell::Size);
        return std::abs(cell) < FarthestCell ? static_cast<int>(cell) : 0; // scripts may teleport
    };
    return {index(foot.x), index(foot.y), index(foot.z)};
}

std::vector<NavTrigger> triggersOf(const PlaySession& session)
{
    std::vector<NavTrigger> triggers;
    const auto& world = session.world();
    auto entities = session.touchListeners();
    world.forEach<Mover>([&](EntityId entity, const Mover& mover) {
        if (!mover.collides)
            entities.push_back(entity);
    });
    std::sort(entities.begin(), entities.end());
    entities.erase(std::unique(entities.begin(), entities.end()), entities.end());
    for (const auto entity : entities) {
        const bool walks =
            world.get<Character>(entity) != nullptr || world.get<NavWalker>(entity) != nullptr;
        const auto bounds = bodyBounds(world, entity);
        if (!walks && !bounds.isEmpty())
            triggers.push_back({entity, bounds});
    }
    return triggers;
}

/// What all bots found together.
class Log
{
public:
    explicit Log(BotReport& report) : m_report{report} {}

    void visit(const PlaySession::Player& player)
    {
        const auto [at, isNew] = m_cells.try_emplace(cellOf(player.position));
        auto& cell = at->second;
        if (isNew || player.position.y < cell.place.y)
            cell.place.y = player.position.y;
        if (isNew) {
            cell.place.x = (at->first[0] + 0.5) * BotCell::Size;
            cell.place.z = (at->first[2] + 0.5) * BotCell::Size;
        }
        ++cell.ticks;
        if (player.grounded)
            m_stood.try_emplace(at->first, player.position);
    }

    void touch(EntityId trigger) { m_visited.push_back(trigger); }

    void spot(NavFindingKind kind, const Vec3d& place)
    {
        const auto isNear = [&](const NavFinding& other) {
            return other.kind == kind && glm::distance(other.place, place) < SameSpot;
        };
        auto& findings = m_report.findings;
        if (findings.size() >= MostSpots || std::any_of(findings.begin(), findings.end(), isNear))
            return;
        NavFinding finding;
        finding.kind = kind;
        finding.place = place;
        finding.message =
            kind == NavFindingKind::Stuck
                ? fmt::format("A bot got stuck at {} and could not get away.", navPlaceText(place))
                : fmt::format("A bot fell out of the level near {}.", navPlaceText(place));
        finding.fix = kind == NavFindingKind::Stuck
                          ? "Fill the gap, make it wider, or build a way out."
                          : "Close the gap or put a wall there.";
        findings.push_back(std::move(finding));
    }

    [[nodiscard]] std::uint32_t ticksAt(const Vec3d& place) const
    {
        const auto at = m_cells.find(cellOf(place));
        return at != m_cells.end() ? at->second.ticks : 0;
    }

    void finish()
    {
        for (const auto& [key, cell] : m_cells)
            m_report.cells.push_back(cell);
        for (const auto& [key, place] : m_stood)
            m_report.stood.push_back(place);
        std::sort(m_visited.begin(), m_visited.end());
        m_visited.erase(std::unique(m_visited.begin(), m_visited.end()), m_visited.end());
        m_report.visited = std::move(m_visited);
    }

private:
    BotReport& m_report;
    std::map<CellKey, BotCell> m_cells;
    std::map<CellKey, Vec3d> m_stood;
    std::vector<EntityId> m_visited;
};

/// Which triggers the player is in touch with now, as PlayState tells scripts.
void lookAtTriggers(const PlaySession& session, const std::vector<NavTrigger>& triggers, Log& log)
{
    const auto player = session.player();
    const auto* body = session.world().get<Character>(player.entity);
    if (body == nullptr)
        return;
    const Vec3d side{body->radius, 0, body->radius};
    const Aabb box{player.position - side, player.position + side + Vec3d{0, body->standHeight, 0}};
    for (const auto& trigger : triggers)
        if (session.world().exists(trigger.entity) &&
            bodyBounds(session.world(), trigger.entity).grown(TouchMargin).intersects(box))
            log.touch(trigger.entity);
}

/// One bot until its time is over or it is stuck.
void play(PlaySession& session,
          PlayBot& bot,
          std::uint64_t ticks,
          Log& log,
          BotReport& report,
          const std::function<bool(std::uint64_t)>& goesOn)
{
    bool hasLeft = false;
    const auto leaving = session.worldChanged.connect([&hasLeft] { hasLeft = true; });
    auto before = session.player();
    auto stood = before.position;
    for (std::uint64_t i = 0; i < ticks && goesOn(i); ++i) {
        session.tick(bot.think(session));
        ++report.ticks;
        if (hasLeft || session.hasEnded()) // what is looked at is the scene that it began in
            break;
        const auto now = session.player();
        log.visit(now);
        if (i % LookEvery == 0)
            lookAtTriggers(session, report.triggers, log);
        const double jumped = glm::distance(now.position, before.position);
        if (before.velocity.y < -1 && jumped > RestartJump &&
            now.position.y > before.position.y + RestartJump) {
            log.spot(NavFindingKind::Fall, stood);
            bot.forget();
        }
        if (now.grounded)
            stood = now.position;
        before = now;
        if (bot.isStuck()) {
            log.spot(NavFindingKind::Stuck, now.position);
            break;
        }
    }
}
} // namespace

Result<std::vector<NavTrigger>> findTriggers(const World& level, const PlaySetup& setup)
{
    const auto session = PlaySession::start(level, setup);
    if (!session)
        return session.error();
    return triggersOf(**session);
}

BotReport runBots(const World& level,
                  const PlaySetup& setup,
                  const NavMesh& mesh,
                  const NavExploration& where,
                  const BotOptions& options,
                  JobControl& control)
{
    const auto started = std::chrono::steady_clock::now();
    BotReport report;
    Log log{report};
    Hasher hasher;
    const auto bots = std::clamp(options.bots, 1U, 64U);
    const auto ticks = static_cast<std::uint64_t>(std::clamp(options.seconds, 1.0, 3600.0) /
                                                  PlaySession::TickSeconds);
    const auto total = static_cast<double>(bots * ticks);
    for (unsigned number = 0; number < bots && !control.isCancelled(); ++number) {
        auto own = setup;
        own.seed = options.seed + number;
        const auto session = PlaySession::start(level, own);
        if (!session) {
            report.problem = session.error().message();
            break;
        }
        if (number == 0)
            report.triggers = triggersOf(**session);
        PlayBot bot{
            mesh, where, report.triggers, {number, bots, options.seed}, [&log](const Vec3d& place) {
                return log.ticksAt(place);
            }};
        play(**session, bot, ticks, log, report, [&](std::uint64_t tick) {
            control.setProgress(static_cast<double>(number * ticks + tick) / total);
            return !control.isCancelled();
        });
        hasher.add((*session)->stateHash());
    }
    log.finish();
    report.hash = hasher.result();
    report.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return report;
}
} // namespace engine
