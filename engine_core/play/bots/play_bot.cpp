#include "engine_core/play/bots/play_bot.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace engine
{
namespace
{
constexpr double Arrived = 0.35;     ///< metres over ground
constexpr double SameFloor = 1.2;    ///< metres up and down
constexpr double GotOn = 0.7;        ///< metres that count as getting on
constexpr double NearMesh = 0.6;     ///< metres; farther it is off the mesh
constexpr double LostRange = 3;      ///< metres; who gets farther is not stuck
constexpr double RunFrom = 3;        ///< metres; shorter ways are walked
constexpr double WanderShare = 0.12; ///< of the plans that lead nowhere special
constexpr double WildShare = 0.4;    ///< of those of wanderers
constexpr int BordersLookedAt = 4;   ///< of which the least visited is pushed against
constexpr double FacesWay = 0.5;     ///< radians that the eyes may be off
constexpr int TicksASecond = 60;
constexpr int ImpatientAfter = 90; ///< ticks without getting on
constexpr int StuckAfter = 12 * TicksASecond;
constexpr int LostAfter = 20 * TicksASecond;
constexpr double OverHole = 0.06; ///< metres; there it waits to fall
constexpr int CreepTicks = 150;
constexpr int PushTicks = 75;
constexpr int LeapTicks = 150;
constexpr int RunUp = 4;       ///< ticks before a jump
constexpr int PressEvery = 20; ///< ticks between presses of a key that acts once

double overGround(const Vec3d& way)
{
    return std::hypot(way.x, way.z);
}

/// As the program's player turns: 0 looks along -Z, to the left is more.
double yawOf(const Vec3d& ahead)
{
    return std::atan2(-ahead.x, -ahead.z);
}

std::uint32_t key(PlayerKey which)
{
    return static_cast<std::uint32_t>(which);
}
} // namespace

const char* botStyleName(BotStyle style)
{
    switch (style) {
    case BotStyle::Seeker:
        break;
    case BotStyle::Wanderer:
        return "wanderer";
    case BotStyle::Runner:
        return "runner";
    case BotStyle::WallHugger:
        return "wall_hugger";
    }
    return "seeker";
}

PlayBot::PlayBot(const NavMesh& mesh,
                 const NavExploration& where,
                 const std::vector<Vec3d>& goals,
                 const BotNumber& number,
                 std::function<std::uint32_t(const Vec3d&)> ticksAt)
    : m_where{where}
    , m_style{number.style}
    , m_query{mesh, NavFilter::everything()}
    , m_random{number.seed * 1000003 + number.number}
    , m_ticksAt{std::move(ticksAt)}
{
    if (m_style == BotStyle::Seeker || m_style == BotStyle::Runner)
        for (std::size_t i = goals.size(); i > 0; --i)
            m_goals.push_back(goals[(number.number + i - 1) % goals.size()]);
    if (m_style == BotStyle::Seeker)
        for (std::size_t i = number.number; i < where.leaps.holes.size(); i += number.of)
            m_holes.push_back(where.leaps.holes[i]);
    const auto isReached = [&](NavPolygonRef polygon) {
        const auto island = where.islands.of(polygon);
        return island && where.isReached[*island];
    };
    double area = 0;
    for (auto& polygon : mesh.polygons()) {
        if (!isReached(polygon.ref))
            continue;
        const auto& corners = polygon.corners;
        for (std::size_t i = 2; i < corners.size(); ++i)
            area += glm::length(glm::cross(corners[i - 1] - corners[0], corners[i] - corners[0]));
        m_areas.push_back(area);
        m_ground.push_back(std::move(polygon));
    }
    if (m_style == BotStyle::WallHugger)
        for (const auto& [coord, tile] : mesh.tiles())
            for (const auto& border : mesh.borders(coord))
                if (isReached(border.polygon))
                    m_borders.push_back(border);
}

void PlayBot::forget()
{
    m_steps.clear();
    m_still = m_lost = 0;
}

void PlayBot::beginGame()
{
    forget();
    m_isStuck = false;
}

PlayerInput PlayBot::think(const PlaySession& session)
{
    const auto player = session.player();
    ++m_tick;
    watch(player);
    while (!m_steps.empty() && isOver(m_steps.front(), player))
        m_steps.pop_front();
    if (m_steps.empty())
        plan(player.position);
    if (m_steps.empty())
        return {};
    auto& step = m_steps.front();
    if (--step.ticks <= 0) {
        // A walk that takes too long is in vain, and so is what was to come after it.
        if (step.kind == Step::Kind::Walk)
            m_steps.clear();
        else
            m_steps.pop_front();
        return {};
    }
    return press(step, session);
}

bool PlayBot::isOver(const Step& step, const PlaySession::Player& player) const
{
    const auto way = step.place - player.position;
    const bool isThere = overGround(way) < Arrived && std::abs(way.y) < SameFloor;
    return step.kind != Step::Kind::Push && isThere &&
           (step.kind == Step::Kind::Walk || player.grounded);
}

PlayerInput PlayBot::press(const Step& step, const PlaySession& session)
{
    const auto player = session.player();
    const auto way = step.place - player.position;
    const auto facing = worldTransform(session.world(), player.entity).rotation * Vec3d{0, 0, -1};
    const double turn = std::remainder(yawOf(facing) - yawOf(way), 2 * std::numbers::pi);
    PlayerInput input;
    input.look.x = turn; // to the right is less yaw
    if (std::abs(turn) < FacesWay && !(step.creeps && overGround(way) < OverHole))
        input.keys |= key(PlayerKey::Forward);
    if (step.creeps)
        input.keys |= key(PlayerKey::Crouch);
    else if (step.kind != Step::Kind::Walk || m_style == BotStyle::Runner ||
             overGround(way) > RunFrom)
        input.keys |= key(PlayerKey::Run);
    const bool isPress = m_tick % PressEvery == 0;
    const bool isRunUp = step.kind == Step::Kind::Leap && step.ticks == LeapTicks - RunUp;
    if (step.jumps && (isRunUp || (step.kind == Step::Kind::Push && isPress)))
        input.keys |= key(PlayerKey::Jump);
    if (m_still > ImpatientAfter / 3 && isPress)
        input.keys |= key(PlayerKey::Use); // perhaps a door
    return input;
}

void PlayBot::watch(const PlaySession::Player& player)
{
    // A jump on the spot leads nowhere: heights count only where it stands.
    const auto way = player.position - m_anchor;
    if (overGround(way) > GotOn || (player.grounded && std::abs(way.y) > GotOn)) {
        m_anchor = player.position;
        m_still = 0;
    }
    ++m_still;
    const auto ground = m_query.nearest(player.position, Vec3d{NearMesh});
    if (ground || m_lost == 0)
        m_lostAt = player.position;
    m_lost = ground ? 0 : m_lost + 1;
    if (glm::distance(player.position, m_lostAt) > LostRange)
        m_lost = 0;
    m_isStuck = m_still > StuckAfter || m_lost > LostAfter;
    if (m_still % ImpatientAfter == 0 && m_still > 0) {
        m_steps.clear();
        pushAnywhere(player.position);
    }
}

void PlayBot::plan(const Vec3d& foot)
{
    if (!m_query.nearest(foot, Vec3d{NearMesh})) {
        pushAnywhere(foot);
        return;
    }
    if (planHole(foot) || planGoal(foot))
        return;
    const double aimless = m_style == BotStyle::Wanderer ? WildShare : WanderShare;
    if (random() < aimless || m_ground.empty()) {
        pushAnywhere(foot);
        return;
    }
    if (!m_borders.empty()) {
        planWall(foot);
        return;
    }
    auto best = randomPlace();
    for (int i = 0; i < 3; ++i)
        if (const auto other = randomPlace(); m_ticksAt(other) < m_ticksAt(best))
            best = other;
    if (!planTo(foot, best))
        pushAnywhere(foot);
}

bool PlayBot::planHole(const Vec3d& foot)
{
    while (!m_holes.empty()) {
        const auto hole = m_holes.back();
        m_holes.pop_back();
        if (!planTo(foot, hole.start))
            continue;
        m_steps.push_back({Step::Kind::Push, hole.end, CreepTicks, false, true});
        return true;
    }
    return false;
}

bool PlayBot::planGoal(const Vec3d& foot)
{
    while (!m_goals.empty()) {
        const auto goal = m_goals.back();
        m_goals.pop_back();
        const auto ground = m_query.nearest(goal, {2, 4, 2});
        if (!ground || !planTo(foot, ground->position))
            continue;
        push(ground->position, goal, PushTicks / 2, false);
        return true;
    }
    return false;
}

/// To an edge of the ground where few were, and against what is behind it.
void PlayBot::planWall(const Vec3d& foot)
{
    const auto any = [this] {
        const auto index =
            static_cast<std::size_t>(random() * static_cast<double>(m_borders.size()));
        return m_borders[std::min(index, m_borders.size() - 1)];
    };
    auto best = any();
    for (int i = 1; i < BordersLookedAt; ++i)
        if (const auto other = any();
            m_ticksAt((other.from + other.to) * 0.5) < m_ticksAt((best.from + best.to) * 0.5))
            best = other;
    const auto at = best.from + (best.to - best.from) * random();
    if (!planTo(foot, at)) {
        pushAnywhere(foot);
        return;
    }
    push(best.inside, at, PushTicks, random() < 0.7);
}

bool PlayBot::planTo(const Vec3d& foot, const Vec3d& goal)
{
    const auto from = m_query.nearest(foot);
    const auto to = m_query.nearest(goal);
    const auto here = from ? m_where.islands.of(from->polygon) : std::nullopt;
    const auto there = to ? m_where.islands.of(to->polygon) : std::nullopt;
    if (!here || !there)
        return false;
    if (*here == *there)
        return walkTo(foot, goal);
    const auto leaps = leapsTo(*here, *there);
    auto at = foot;
    for (const auto& leap : leaps) {
        if (!walkTo(at, leap.start)) {
            m_steps.clear();
            return false;
        }
        m_steps.push_back({Step::Kind::Leap, leap.end, LeapTicks, leap.kind == NavLeapKind::Jump});
        at = leap.end;
    }
    return !leaps.empty() && walkTo(at, goal);
}

bool PlayBot::walkTo(const Vec3d& foot, const Vec3d& goal)
{
    const auto path = m_query.findPath(foot, goal);
    if (!path.found)
        return false;
    for (std::size_t i = 1; i < path.corners.size(); ++i) {
        const auto& before = path.corners[i - 1];
        const auto& corner = path.corners[i];
        const auto ticks = static_cast<int>(glm::distance(before.position, corner.position) * 30);
        const bool isLink = before.link != 0;
        m_steps.push_back({isLink ? Step::Kind::Leap : Step::Kind::Walk, corner.position,
                           isLink ? LeapTicks : ticks + 3 * TicksASecond, isLink});
    }
    return true;
}

void PlayBot::push(const Vec3d& from, const Vec3d& towards, int ticks, bool jumps)
{
    constexpr double Far = 100; // metres; so that it goes on beyond the place
    const Vec3d way{towards.x - from.x, 0, towards.z - from.z};
    const double length = glm::length(way);
    if (length > 1e-6)
        m_steps.push_back({Step::Kind::Push, from + way * (Far / length), ticks, jumps});
}

void PlayBot::pushAnywhere(const Vec3d& foot)
{
    const double angle = random() * 2 * std::numbers::pi;
    push(foot, foot + Vec3d{std::cos(angle), 0, std::sin(angle)}, PushTicks, random() < 0.7);
}

/// The fewest leaps from one island to another (breadth first); none if there is no way.
std::vector<NavLeap> PlayBot::leapsTo(std::size_t from, std::size_t to) const
{
    const auto& leaps = m_where.leaps.leaps;
    constexpr auto None = static_cast<std::size_t>(-1);
    std::vector<std::size_t> cameBy(m_where.islands.all().size(), None);
    std::deque<std::size_t> open{from};
    while (!open.empty() && cameBy[to] == None) {
        const auto at = open.front();
        open.pop_front();
        for (std::size_t i = 0; i < leaps.size(); ++i)
            if (leaps[i].from == at && leaps[i].to != from && cameBy[leaps[i].to] == None) {
                cameBy[leaps[i].to] = i;
                open.push_back(leaps[i].to);
            }
    }
    std::vector<NavLeap> way;
    for (auto at = to; at != from; at = way.back().from) {
        if (cameBy[at] == None)
            return {};
        way.push_back(leaps[cameBy[at]]);
    }
    std::reverse(way.begin(), way.end());
    return way;
}

Vec3d PlayBot::randomPlace()
{
    const auto at = std::upper_bound(m_areas.begin(), m_areas.end(), random() * m_areas.back());
    const auto index = std::min(static_cast<std::size_t>(at - m_areas.begin()), m_areas.size() - 1);
    const auto& corners = m_ground[index].corners;
    // Some weights for the corners give a place inside of a convex polygon.
    Vec3d place{0};
    double sum = 0;
    for (const auto& corner : corners) {
        const double weight = -std::log(1 - random());
        place += corner * weight;
        sum += weight;
    }
    return sum > 0 ? place / sum : corners.front();
}
} // namespace engine
