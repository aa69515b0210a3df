#pragma once

#include "engine_core/base/jobs.h"
#include "engine_core/navigation/mesh/navmesh_system.h"
#include "engine_core/scene/checks/issue.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace navmesh
{
/// Finds on a worker what cuts the player's start off from the rest of the ground; see
/// engine::findCutOff(). Main thread only.
class StartWatch
{
public:
    /// `wake` is called from the worker: deliver() has something to do.
    explicit StartWatch(std::function<void()> wake);
    ~StartWatch();

    /// `isTiny` as the last survey says. Looks once at each state of the agent's mesh, when that is
    /// current; what it found before is kept until then.
    void follow(engine::NavmeshSystem& system,
                const std::string& agent,
                const engine::World& world,
                bool isTiny);

    /// Another agent, or another scene.
    void forget();

    /// True if issue() is another one now.
    [[nodiscard]] bool deliver();

    [[nodiscard]] const std::optional<engine::Issue>& issue() const { return m_issue; }

private:
    void
    look(engine::NavmeshSystem& system, const engine::NavMesh& mesh, const engine::World& world);

    std::optional<engine::Issue> m_issue;
    engine::ContentHash m_looked = 0; ///< state of the mesh; 0: of none
    bool m_hasChanged = false;
    std::shared_ptr<engine::JobControl> m_looking;
    engine::JobQueue m_jobs; ///< last, so that its worker ends first
};
} // namespace navmesh
