#include "engine_core/play/play_navigation.h"

#include "engine_core/base/random_number.h"
#include "engine_core/navigation/query/random_point.h"
#include "engine_core/play/play_state.h"
#include "engine_core/scene/components/node.h"

#include <utility>

/// The meshes of a PlayNavigation, and questions to them; its walkers are in play_walkers.cpp.
namespace engine
{
namespace
{
constexpr std::uint64_t PublishTicks = 6; ///< from a change of the level to its new ground
constexpr double SettleSeconds = 0.2;     ///< that an obstacle stands until it cuts the mesh

bool isBelowWalker(const World& world, EntityId entity)
{
    while (entity) {
        if (world.get<NavWalker>(entity) != nullptr)
            return true;
        const auto* node = world.get<Node>(entity);
        entity = node != nullptr ? node->parent : EntityId{};
    }
    return false;
}
} // namespace

PlayNavigation::PlayNavigation(PlayState& play, const PlaySetup& setup)
    : m_play{play}, m_edited{setup.navigation}, m_waits{setup.waitsForNavigation}
{
}

PlayNavigation::~PlayNavigation()
{
    if (m_system)
        m_play.world.removeSystem(*m_system);
}

void PlayNavigation::makeSystem()
{
    m_system = std::make_unique<NavmeshSystem>();
    m_system->setSettleTime(SettleSeconds);
    m_play.world.addSystem(*m_system);
    m_doors.emplace(m_play.world,
                    [this](EntityId entity) { return !isBelowWalker(m_play.world, entity); });
}

void PlayNavigation::prepare()
{
    if (m_play.world.count<NavWalker>() == 0)
        return;
    makeSystem();
    if (m_edited != nullptr)
        m_system->startFrom(*m_edited); // later the two worlds are no longer equal
    if (m_waits)
        return;
    m_play.world.forEach<NavWalker>([this](EntityId, const NavWalker& walker) {
        static_cast<void>(ground(walker.agent)); // what is wrong is said when it enters
    });
}

bool PlayNavigation::isReady(const std::string& agent)
{
    const auto on = ground(agent);
    return on && (*on)->isReady;
}

void PlayNavigation::refresh(EntityId entity)
{
    if (m_doors)
        m_doors->refresh(entity);
}

void PlayNavigation::refreshAgents(EntityId entity, TypeId type)
{
    m_agentsChanged |=
        type == typeIdOf<NavAgent>() || type == typeIdOf<NavSettings>() ||
        (type == typeIdOf<Node>() && m_play.world.get<NavAgent>(entity) != nullptr); // its name
}

/// Takes the mesh that the system has now. Its walkers enter anew.
void PlayNavigation::useMesh(const std::string& name, Ground& ground)
{
    ground.mesh = m_system->mesh(name);
    ground.config = ground.mesh->config().hash();
    ground.offGround = offGround(ground.mesh->config());
    ground.query = std::make_unique<NavQuery>(*ground.mesh);
    ground.crowd = std::make_unique<NavCrowd>(*ground.mesh, [this](EntityId link) {
        const auto* way = m_play.world.get<NavLink>(link);
        return way != nullptr ? way->kind : NavLinkKind::Jump;
    });
}

Result<PlayNavigation::Ground*> PlayNavigation::ground(const std::string& agent)
{
    const auto profile = findNavProfile(m_play.world, agent);
    if (!profile)
        return profile.error();
    if (!m_system) {
        makeSystem();
        if (m_edited != nullptr)
            m_system->shareTiles(*m_edited);
    }
    if (m_system->mesh(profile->name) == nullptr) {
        if (auto built = m_system->build(profile->name); !built)
            return built.error();
        if (!m_waits)
            m_system->update(0);
    }
    auto& ground = m_grounds[profile->name];
    if (m_waits && !ground.isReady) {
        m_system->finish();
        m_publishAt = 0; // it took in everything
    }
    if (ground.mesh == nullptr)
        useMesh(profile->name, ground);
    note(profile->name, ground);
    return &ground;
}

/// What has become of the mesh. Its walkers are told why there is none.
void PlayNavigation::note(const std::string& name, Ground& ground)
{
    const auto status = m_system->status(name);
    ground.isReady |= status.dirty == 0 && status.problem.empty();
    const auto before = std::exchange(ground.problem, ground.isReady ? "" : status.problem);
    if (ground.problem.empty() || ground.problem == before)
        return;
    for (const auto& [entity, walker] : m_walkers)
        if (walker.agent == name)
            warn(entity, ground.problem);
}

/// Workers build while the game goes on; what they have built counts when its time has come.
void PlayNavigation::followLevel()
{
    if (!m_system || m_publishAt > m_play.tickCount)
        return;
    publish();
    dropOldGrounds();
}

void PlayNavigation::publish()
{
    if (m_waits && m_publishAt != 0)
        m_system->finish();
    else
        m_system->update(0);
    m_publishAt = 0;
    for (auto& [name, ground] : m_grounds) {
        note(name, ground);
        if (m_waits && m_system->status(name).dirty > 0)
            m_publishAt = m_play.tickCount + PublishTicks;
    }
}

/// Agents that are gone, or have another size now. Their walkers enter anew.
void PlayNavigation::dropOldGrounds()
{
    for (auto at = m_grounds.begin(); at != m_grounds.end();) {
        const auto& [name, ground] = *at;
        const auto* mesh = m_system->mesh(name);
        const bool isSame =
            mesh != nullptr && mesh == ground.mesh && mesh->config().hash() == ground.config;
        if (isSame) {
            ++at;
            continue;
        }
        for (auto& [entity, walker] : m_walkers)
            if (walker.ground == &at->second)
                walker.ground = nullptr;
        at = m_grounds.erase(at);
    }
}

/// For questions, which an incomplete mesh answers as far as it goes.
Result<PlayNavigation::Ground*> PlayNavigation::usableGround(const std::string& agent)
{
    auto on = ground(agent);
    if (on && !(*on)->problem.empty() && (*on)->mesh->tiles().empty())
        return Error{"{}", (*on)->problem};
    return on;
}

Result<const NavQuery*> PlayNavigation::query(const std::string& agent)
{
    const auto on = usableGround(agent);
    if (!on)
        return on.error();
    return static_cast<const NavQuery*>((*on)->query.get());
}

Result<std::optional<Vec3d>>
PlayNavigation::randomReachable(const Vec3d& from, double distance, const std::string& agent)
{
    const auto on = usableGround(agent);
    if (!on)
        return on.error();
    return randomReachablePoint(*(*on)->mesh, *(*on)->query, from, distance,
                                [this] { return nextRandom(m_play.random); });
}
} // namespace engine
