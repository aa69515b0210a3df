#pragma once

#include "editor/api/editor_api.h"
#include "engine_core/navigation/nav_checks.h"
#include "engine_core/navigation/nav_draw.h"
#include "engine_core/navigation/nav_proposals.h"
#include "engine_core/navigation/navmesh_system.h"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace navmesh
{
using Coloring = engine::NavColoring;

/// What dock and overlay share: the meshes of the open scene, which agent's is looked at, and how.
/// Main thread only.
class NavmeshState
{
public:
    /// `wake` is called from workers: update() has something to do.
    NavmeshState(editor::EditorApi& editor, std::function<void()> wake);
    ~NavmeshState();

    [[nodiscard]] editor::EditorApi& editor() const { return m_editor; }

    [[nodiscard]] engine::NavmeshSystem& system() { return m_system; }

    /// Publishes what workers built and starts them on what changed.
    void update();

    [[nodiscard]] const std::string& agent() const { return m_agent; }

    void setAgent(const std::string& name);

    /// Null as long as the agent has none.
    [[nodiscard]] const engine::NavMesh* mesh() const { return m_system.mesh(m_agent); }

    [[nodiscard]] engine::NavmeshSystem::Status status() const { return m_system.status(m_agent); }

    /// Of mesh().
    [[nodiscard]] const engine::NavIslands& islands() const { return m_islands; }

    /// The island on which the player starts; the biggest one if that is none.
    [[nodiscard]] std::size_t homeIsland() const { return m_home; }

    /// The scene's path checks for the agent, as they stand.
    [[nodiscard]] const std::vector<engine::NavCheckOutcome>& checks() const { return m_checks; }

    void build();
    void buildTiles(const std::set<engine::TileCoord>& tiles);
    void cancel();
    void setLive(bool isLive);

    /// Looks for links on a worker; proposals() has them when it is done.
    void propose();

    [[nodiscard]] bool isProposing() const { return m_proposing != nullptr; }

    [[nodiscard]] const std::vector<engine::NavProposal>& proposals() const { return m_proposals; }

    /// Makes links of these, by index, in one undoable step. All of them if none is named.
    void accept(std::vector<std::size_t> chosen);

    void dropProposals();

    /// Writes the mesh beside the scene; says how it went.
    void save();

    [[nodiscard]] bool isShown() const { return m_isShown; }

    void setShown(bool isShown);

    [[nodiscard]] Coloring coloring() const { return m_coloring; }

    void setColoring(Coloring coloring);

    void draw(engine::DebugDraw& draw);

    engine::Signal<> changed;

private:
    void openScene();
    void refresh();
    void refreshIslands();
    void makePicture();

    editor::EditorApi& m_editor;
    std::string m_agent;
    bool m_isShown = true;
    bool m_wasBusy = false;
    Coloring m_coloring = Coloring::Islands;
    engine::NavIslands m_islands;
    std::optional<std::pair<std::uint64_t, engine::ContentHash>> m_islandsOf; ///< revision, content
    std::size_t m_home = 0;
    std::vector<engine::NavCheckOutcome> m_checks;
    std::vector<engine::NavProposal> m_proposals;
    std::shared_ptr<engine::JobControl> m_proposing; ///< null: nobody looks
    engine::DebugDraw m_picture;                     ///< made anew only when the mesh changes
    bool m_hasPicture = false;
    std::function<void()> m_wake;
    engine::NavmeshSystem m_system;
    engine::Connections m_connections;
    engine::JobQueue m_jobs; ///< last, so that its workers end first
};
} // namespace navmesh
