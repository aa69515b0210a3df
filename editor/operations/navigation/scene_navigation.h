#pragma once

#include "editor/document/document.h"
#include "editor/operations/navigation/ground_colors.h"
#include "engine_core/navigation/mesh/navmesh_system.h"
#include "engine_core/scene/debug_draw.h"

#include <functional>
#include <set>
#include <string>

namespace editor
{
/// The navigation meshes of the open scene: one of each agent, for whoever shows, asks or plays on
/// them. Files beside a scene are taken when it opens. An agent gets its mesh when somebody asks
/// for it, and when the scene has walkers, so that games find it built. Main thread only.
class SceneNavigation
{
public:
    /// `wake` is called from any thread: update() has something to do; may be empty. The document
    /// outlives it.
    SceneNavigation(Document& document, std::function<void()> wake);
    ~SceneNavigation();

    SceneNavigation(const SceneNavigation&) = delete;
    SceneNavigation& operator=(const SceneNavigation&) = delete;

    [[nodiscard]] engine::NavmeshSystem& system() { return m_system; }

    /// From the main loop: publishes what workers built, and starts them on what changed.
    void update();

    /// Has the agent's mesh built if nobody has yet. An error as of NavmeshSystem::build().
    engine::Result<void> want(const std::string& agent);

    /// Who tells of the meshes of the running game; empty when it ends.
    void setPlayed(std::function<const engine::NavmeshSystem*()> played)
    {
        m_played = std::move(played);
    }

    /// As the game has it now if one runs on such a mesh, else that of system(). Null if there is
    /// none.
    [[nodiscard]] const engine::NavMesh* shownMesh(const std::string& agent) const;

    /// What draws into the picture of the running game, such as an overlay that is switched on. The
    /// last one that said so; empty: nobody.
    void setGameOverlay(std::function<void(engine::DebugDraw&)> draw)
    {
        m_gameOverlay = std::move(draw);
    }

    void drawInGame(engine::DebugDraw& draw) const
    {
        if (m_gameOverlay)
            m_gameOverlay(draw);
    }

    /// Who fills the ground in the views.
    [[nodiscard]] GroundColors& groundColors() { return m_groundColors; }

    /// The scene changed, or something was built; told at the end of update().
    engine::Signal<> updated;

    /// Another scene is open, with the meshes that lay beside it.
    engine::Signal<> opened;

private:
    void openScene();
    void buildForWalkers();

    Document& m_document;
    std::function<void()> m_wake;
    std::function<const engine::NavmeshSystem*()> m_played;
    std::function<void(engine::DebugDraw&)> m_gameOverlay;
    GroundColors m_groundColors;
    std::set<std::string> m_built; ///< agents of walkers, once each
    engine::NavmeshSystem m_system;
    engine::Connections m_connections;
};
} // namespace editor
