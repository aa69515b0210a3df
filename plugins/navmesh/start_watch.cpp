#include "plugins/navmesh/start_watch.h"

#include "engine_core/navigation/survey/nav_cut_off.h"
#include "engine_core/navigation/survey/nav_survey.h"

#include <utility>

namespace navmesh
{
namespace
{
engine::ContentHash stateOf(const engine::NavMesh& mesh)
{
    return engine::Hasher{}.add(mesh.config().hash()).add(mesh.revision()).result();
}
} // namespace

StartWatch::StartWatch(std::function<void()> wake) : m_jobs{1, std::move(wake)} {}

StartWatch::~StartWatch()
{
    forget();
}

void StartWatch::forget()
{
    if (m_looking)
        std::exchange(m_looking, nullptr)->cancel();
    m_looked = 0;
    m_hasChanged |= m_issue.has_value();
    m_issue.reset();
}

void StartWatch::follow(engine::NavmeshSystem& system,
                        const std::string& agent,
                        const engine::World& world,
                        bool isTiny)
{
    const auto* mesh = system.mesh(agent);
    if (mesh == nullptr || !isTiny) {
        forget();
        return;
    }
    const bool isCurrent = system.hasScene() && system.status(agent).dirty == 0;
    if (isCurrent && m_looked != stateOf(*mesh))
        look(system, *mesh, world);
}

void StartWatch::look(engine::NavmeshSystem& system,
                      const engine::NavMesh& mesh,
                      const engine::World& world)
{
    if (m_looking)
        m_looking->cancel();
    m_looked = stateOf(mesh);
    const auto level = std::make_shared<engine::World>(world);
    level->setMeshes(nullptr); // known to the main thread only
    const auto found = std::make_shared<std::optional<engine::Issue>>();
    const auto control = std::make_shared<std::weak_ptr<engine::JobControl>>();
    m_looking = m_jobs.start(
        "Looking at the player start",
        [copy = engine::NavMeshCopy::of(mesh), scene = system.scene(),
         level = std::shared_ptr<const engine::World>{level}, found](engine::JobControl& job) {
            engine::NavMesh own{copy.config};
            if (const auto set = own.setTiles(*copy.tiles); !set)
                return;
            if (const auto cutOff = engine::findCutOff(*level, scene, own, job))
                *found = engine::issueOf(*cutOff);
        },
        [this, found, control] {
            if (!m_looking || control->lock() != m_looking)
                return; // something made it useless
            m_looking.reset();
            m_issue = std::move(*found);
            m_hasChanged = true;
        });
    *control = m_looking;
}

bool StartWatch::deliver()
{
    m_jobs.deliver();
    return std::exchange(m_hasChanged, false);
}
} // namespace navmesh
