#include "engine_core/base/log.h"
#include "engine_core/play/play_navigation.h"
#include "engine_core/play/play_state.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"

#include <algorithm>
#include <cmath>
#include <utility>

/// How the walkers of a PlayNavigation come, go and leave: on crowds, up to doors, over the ground.
namespace engine
{
namespace
{
constexpr double MovedAcross = 0.02; ///< metres; more, and somebody else has moved a walker
constexpr double MovedUp = 0.5;      ///< metres; characters fall a little by themselves
constexpr double LiftSpeed = 1;      ///< metres a second
constexpr double SteepRamp = 60;     ///< degrees; steeper ones are as good as walls
constexpr double DoorReach = 0.3;    ///< metres in front of a walker, and its way to stop
constexpr double PressSeconds = 1;   ///< between two uses of the same door
constexpr double SlowSpeed = 0.2;    ///< metres a second; slower, and it does not turn

CrowdWalker crowdSettings(const NavWalker& walker)
{
    return {std::max(walker.speed, 0.01), std::max(walker.acceleration, 0.1), walker.avoids};
}

std::string titleOf(const World& world, EntityId entity)
{
    const auto* node = world.get<Node>(entity);
    return node != nullptr ? node->name : std::string{};
}

/// From one turn about the up axis towards another, the short way.
double turnTowards(double from, double to, double most)
{
    const double way = std::remainder(to - from, 2 * glm::pi<double>());
    return from + std::clamp(way, -most, most);
}

double yawOf(const Quatd& rotation)
{
    const Vec3d forward = rotation * Vec3d{0, 0, -1};
    return std::atan2(-forward.x, -forward.z);
}
} // namespace

/// A step's cell or two, and on ramps what they rise over a cell.
double PlayNavigation::offGround(const NavConfig& config)
{
    const double slope = std::min(config.profile.agent.maxSlope, SteepRamp);
    return std::max(config.cellHeight * 4, 0.1) + config.cellSize * std::tan(radians(slope));
}

void PlayNavigation::warn(EntityId walker, const std::string& problem) const
{
    logWarning("play", "'{}' does not walk: {}", titleOf(m_play.world, walker), problem);
}

/// A line in the log says why there is none, unless that is known.
void PlayNavigation::findGround(EntityId entity, Walker& walker)
{
    const auto profile = findNavProfile(m_play.world, walker.settings.agent);
    const auto on = profile ? ground(profile->name) : Result<Ground*>{profile.error()};
    const auto known = std::exchange(walker.noGround, on ? std::string{} : on.error().message());
    if (on)
        walker.agent = profile->name;
    walker.ground = on ? *on : nullptr;
    const auto& problem = on ? (*on)->problem : walker.noGround;
    if (!problem.empty() && problem != known)
        warn(entity, problem);
}

/// The walker, in its crowd if there is ground where it stands. Null, with a line in the log, if it
/// has no mesh.
PlayNavigation::Walker* PlayNavigation::enter(EntityId entity)
{
    const auto* settings = m_play.world.get<NavWalker>(entity);
    if (settings == nullptr)
        return nullptr;
    std::optional<Vec3d> goal;
    if (const auto found = m_walkers.find(entity); found != m_walkers.end()) {
        auto& known = found->second;
        if (isCurrent(known, *settings))
            return &known;
        goal = known.goal; // it goes on there
    }
    leave(entity);
    m_play.refreshBodies(entity); // from now on it moves, and what it is made of
    auto& walker = m_walkers[entity];
    walker.settings = *settings;
    walker.goal = goal;
    walker.written = worldTransform(m_play.world, entity).position;
    findGround(entity, walker);
    if (!walker.noGround.empty()) {
        walker.problem = walker.noGround;
        return &walker;
    }
    const auto& on = *walker.ground;
    if (on.isReady && on.crowd->add(entity, walker.written, crowdSettings(*settings)) && goal)
        on.crowd->moveTo(entity, *goal);
    return &walker;
}

void PlayNavigation::leave(EntityId entity)
{
    const auto at = m_walkers.find(entity);
    if (at == m_walkers.end())
        return;
    if (at->second.ground != nullptr)
        at->second.ground->crowd->remove(entity);
    m_walkers.erase(at);
}

/// Whether it walks where its component says, on a mesh that is still there.
bool PlayNavigation::isCurrent(const Walker& walker, const NavWalker& settings) const
{
    return walker.settings.agent == settings.agent &&
           (!walker.noGround.empty() || walker.ground != nullptr);
}

/// What scripts, live edits and others did to walkers since the last tick.
void PlayNavigation::takeIn()
{
    const auto& world = m_play.world;
    if (std::exchange(m_agentsChanged, false))
        for (auto& [entity, walker] : m_walkers)
            if (!walker.noGround.empty() && world.get<NavWalker>(entity) != nullptr)
                findGround(entity, walker);
    std::vector<EntityId> changed;
    for (auto& [entity, walker] : m_walkers)
        if (const auto* settings = world.get<NavWalker>(entity);
            settings != nullptr && isCurrent(walker, *settings))
            follow(entity, walker, *settings);
        else
            changed.push_back(entity);
    if (changed.empty() && world.count<NavWalker>() == m_walkers.size())
        return;
    world.forEach<NavWalker>([&](EntityId entity, const NavWalker&) {
        if (!m_walkers.contains(entity))
            changed.push_back(entity);
    });
    std::sort(changed.begin(), changed.end());
    for (const auto entity : changed)
        if (const auto* settings = world.get<NavWalker>(entity))
            follow(entity, *enter(entity), *settings);
        else
            leave(entity);
}

/// Takes over the walker's settings, and where it is if somebody else has moved it.
void PlayNavigation::follow(EntityId entity, Walker& walker, const NavWalker& settings)
{
    if (walker.ground == nullptr || !walker.ground->isReady)
        return;
    const auto& world = m_play.world;
    auto& crowd = *walker.ground->crowd;
    if (walker.settings != settings) {
        walker.settings = settings;
        crowd.set(entity, crowdSettings(settings));
    }
    const auto now = worldTransform(world, entity).position;
    const auto moved = now - walker.written;
    const bool isElsewhere =
        glm::length(Vec2d{moved.x, moved.z}) > MovedAcross || std::abs(moved.y) > MovedUp;
    if (!isElsewhere && crowd.has(entity))
        return;
    walker.written = now;
    walker.lift = 0;
    if (crowd.add(entity, now, crowdSettings(walker.settings)) && walker.goal)
        crowd.moveTo(entity, *walker.goal);
}

/// The player, other characters, and what is an obstacle by its component.
void PlayNavigation::takeInObstacles()
{
    std::map<EntityId, CrowdObstacle> now;
    m_play.characters.forEach([&](EntityId entity, const CharacterState& state) {
        const auto* shape = m_play.world.get<Character>(entity);
        if (shape != nullptr && m_play.world.get<NavWalker>(entity) == nullptr)
            now[entity] = {state.foot, state.velocity, shape->radius, shape->standHeight};
    });
    m_play.world.forEach<NavObstacle>([&](EntityId entity, const NavObstacle& obstacle) {
        const auto at = worldTransform(m_play.world, entity).position;
        const auto before = m_obstacles.find(entity);
        const auto velocity = before != m_obstacles.end()
                                  ? (at - before->second) / PlaySession::TickSeconds
                                  : Vec3d{0};
        now[entity] = {at, velocity, obstacle.radius, obstacle.height};
    });
    // Those of other agents are on other crowds.
    if (m_grounds.size() > 1)
        for (const auto& [entity, walker] : m_walkers)
            if (walker.ground != nullptr) {
                const auto& profile = walker.ground->mesh->config().profile.agent;
                now[entity] = {walker.written, walker.ground->crowd->placeOf(entity).velocity,
                               profile.radius, profile.height};
            }
    for (auto& [name, ground] : m_grounds) {
        for (const auto& [entity, place] : m_obstacles)
            if (!now.contains(entity) && !ground.crowd->has(entity))
                ground.crowd->remove(entity);
        for (const auto& [entity, obstacle] : now)
            if (!ground.crowd->has(entity))
                ground.crowd->setObstacle(entity, obstacle);
    }
    m_obstacles.clear();
    for (const auto& [entity, obstacle] : now)
        m_obstacles[entity] = obstacle.position;
}

bool PlayNavigation::hasDoors() const
{
    return m_doors && m_doors->collision().shapeCount() > 0;
}

/// The door that the walker is about to meet, if any.
std::optional<SweepHit> PlayNavigation::doorAhead(EntityId entity, const Walker& walker) const
{
    if (!hasDoors() || walker.heading == Vec3d{0})
        return std::nullopt;
    const auto& ground = *walker.ground;
    const auto at = ground.crowd->placeOf(entity);
    if (at.move != CrowdMove::Walking)
        return std::nullopt;
    const double speed = glm::length(Vec2d{at.velocity.x, at.velocity.z});
    const auto& profile = ground.mesh->config().profile.agent;
    const double step = std::min(profile.stepHeight, profile.height / 2);
    const Capsule body{profile.radius * 0.9, std::max(profile.height - step, 0.1)};
    const double stopping = speed * speed / (2 * std::max(walker.settings.acceleration, 0.1));
    return CollisionSpace{m_noWalls, m_doors->collision()}.sweep(
        body, walker.written + Vec3d{0, step, 0}, walker.heading * (DoorReach + stopping));
}

/// Stops in front of what a script has closed, uses it as the player would, and in the end looks
/// for another way.
void PlayNavigation::waitAtDoors(EntityId entity, Walker& walker, double seconds)
{
    const auto door = doorAhead(entity, walker);
    walker.pressed = hasDoors() ? walker.pressed - seconds : 0;
    walker.held = door ? walker.held + seconds : 0;
    if (!door && !walker.isHeld)
        return;
    auto& crowd = *walker.ground->crowd;
    if (walker.isHeld != door.has_value()) {
        walker.isHeld = door.has_value();
        crowd.setHeld(entity, walker.isHeld);
    }
    if (!door)
        return;
    if (walker.settings.opensDoors && walker.pressed <= 0) {
        walker.pressed = PressSeconds;
        m_play.scripts->use(door->entity, entity);
    }
    if (walker.held > walker.settings.patience) {
        walker.held = 0;
        if (crowd.goRound(entity)) {
            walker.heading = Vec3d{0}; // it turns away from the door
            walker.isHeld = false;
            crowd.setHeld(entity, false);
        }
    }
}

/// Height of what stands still there; that of the foot if nothing is within reach.
double PlayNavigation::groundBelow(const Vec3d& foot, double reach) const
{
    const CollisionSpace still{m_play.standing, m_noDoors, &m_play.solids.changes()};
    const Ray down{foot + Vec3d{0, reach, 0}, {0, -1, 0}};
    const auto hit = still.raycast(down, 2 * reach);
    return hit ? down.origin.y - hit->fraction * 2 * reach : foot.y;
}

void PlayNavigation::place(EntityId entity,
                           Walker& walker,
                           const NavCrowd::Place& at,
                           double seconds)
{
    const bool isInAir = at.move == CrowdMove::OnLink;
    const double reach = walker.ground->offGround;
    const double lift = isInAir ? 0 : groundBelow(at.position, reach) - at.position.y;
    walker.lift += std::clamp(lift - walker.lift, -LiftSpeed * seconds, LiftSpeed * seconds);
    walker.written = at.position + Vec3d{0, walker.lift, 0};

    const auto& world = m_play.world;
    const auto* old = world.get<TransformComponent>(entity);
    auto moved = old != nullptr ? *old : TransformComponent{};
    moved.position = toParentSpace(world, entity, walker.written);
    const Vec3d way{at.velocity.x, 0, at.velocity.z};
    const double speed = glm::length(way);
    if (speed > SlowSpeed)
        walker.heading = way / speed;
    if (speed > SlowSpeed && walker.settings.turnSpeed > 0) {
        const auto* node = world.get<Node>(entity);
        const auto above = node != nullptr && node->parent
                               ? worldTransform(world, node->parent).rotation
                               : Quatd{1, 0, 0, 0};
        const double yaw = turnTowards(yawOf(above * moved.rotation), std::atan2(-way.x, -way.z),
                                       radians(walker.settings.turnSpeed) * seconds);
        moved.rotation = glm::conjugate(above) * glm::angleAxis(yaw, Vec3d{0, 1, 0});
    }
    if (old == nullptr || !(moved == *old))
        m_play.moveWalker(entity, moved);
}

void PlayNavigation::tick(double seconds)
{
    if (m_system)
        m_system->passTime(seconds);
    followLevel();
    if (m_play.world.count<NavWalker>() == 0 && m_walkers.empty())
        return;
    takeIn();
    takeInObstacles();
    if (std::exchange(m_hadDoors, hasDoors()) || m_hadDoors) // those whose door has gone go on
        for (auto& [entity, walker] : m_walkers)
            if (walker.ground != nullptr && walker.ground->crowd->has(entity))
                waitAtDoors(entity, walker, seconds);
    std::vector<CrowdEvent> events;
    for (auto& [name, ground] : m_grounds)
        if (ground.isReady)
            for (auto& event : ground.crowd->step(seconds))
                events.push_back(std::move(event));
    for (auto& [entity, walker] : m_walkers) {
        const auto at =
            walker.ground != nullptr ? walker.ground->crowd->find(entity) : std::nullopt;
        if (at)
            place(entity, walker, *at, seconds);
        else if (auto why = walker.goal ? whyNoGround(walker) : std::nullopt)
            events.push_back({entity, false, *std::move(why)});
    }
    for (auto& event : events) {
        const auto at = m_walkers.find(event.walker);
        if (at == m_walkers.end())
            continue;
        at->second.goal.reset();
        at->second.problem = std::move(event.problem);
        m_play.scripts->notify(event.walker,
                               event.arrived ? ScriptEvent::Arrived : ScriptEvent::PathFailed);
    }
}

/// Of a walker that is in no crowd. Nothing if its mesh is still being built.
std::optional<std::string> PlayNavigation::whyNoGround(const Walker& walker) const
{
    if (!walker.noGround.empty())
        return walker.noGround;
    if (walker.ground == nullptr || walker.ground->isReady)
        return "It stands on no ground";
    const auto& problem = walker.ground->problem;
    return problem.empty() ? std::nullopt : std::optional{problem};
}

Result<void> PlayNavigation::moveTo(EntityId entity, const Vec3d& goal)
{
    auto* walker = enter(entity);
    if (walker == nullptr)
        return Error{"'{}' needs a Walker component for this", titleOf(m_play.world, entity)};
    walker->goal = goal;
    walker->problem.clear();
    if (walker->ground != nullptr && walker->ground->isReady)
        walker->ground->crowd->moveTo(entity, goal); // else takeIn() sends it
    return {};
}

void PlayNavigation::stop(EntityId entity)
{
    const auto at = m_walkers.find(entity);
    if (at == m_walkers.end())
        return;
    at->second.goal.reset();
    if (at->second.ground != nullptr)
        at->second.ground->crowd->stop(entity);
}

bool PlayNavigation::isMoving(EntityId entity) const
{
    const auto at = m_walkers.find(entity);
    return at != m_walkers.end() && at->second.goal.has_value();
}

std::string PlayNavigation::problem(EntityId entity) const
{
    const auto at = m_walkers.find(entity);
    return at != m_walkers.end() ? at->second.problem : std::string{};
}

std::vector<Vec3d> PlayNavigation::corners(EntityId entity) const
{
    const auto at = m_walkers.find(entity);
    const auto* ground = at != m_walkers.end() ? at->second.ground : nullptr;
    return ground != nullptr ? ground->crowd->corners(entity) : std::vector<Vec3d>{};
}
} // namespace engine
