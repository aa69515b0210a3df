#pragma once

#include "editor/api/editor_api.h"
#include "editor/operations/navigation/scene_navigation.h"
#include "engine_core/navigation/survey/nav_proposals.h"
#include "engine_core/navigation/survey/nav_survey.h"
#include "plugins/navmesh/navmesh_overlay.h"
#include "plugins/navmesh/stage_view.h"
#include "plugins/navmesh/start_watch.h"

#include <chrono>
#include <set>
#include <string>
#include <vector>

namespace navmesh
{
using Coloring = engine::NavColoring;

/// What dock and overlay share: which agent's mesh is looked at, and how. What is told and drawn of
/// it comes from a worker, so that no edit waits for it. Main thread only.
class NavmeshState
{
public:
    /// `wake` is called from workers: update() has something to do.
    NavmeshState(editor::EditorApi& editor, std::function<void()> wake);
    ~NavmeshState();

    [[nodiscard]] editor::EditorApi& editor() const { return m_editor; }

    [[nodiscard]] engine::NavmeshSystem& system() const { return m_editor.navigation().system(); }

    /// Takes what workers found out.
    void update();

    /// Somebody lists what is known of the mesh; without that, and without being shown, it is not
    /// looked at.
    void watch();

    [[nodiscard]] const std::string& agent() const { return m_agent; }

    void setAgent(const std::string& name);

    /// Null as long as the agent has none.
    [[nodiscard]] const engine::NavMesh* mesh() const { return system().mesh(m_agent); }

    [[nodiscard]] engine::NavmeshSystem::Status status() const { return system().status(m_agent); }

    /// Islands and path checks of the mesh as it was a moment ago.
    [[nodiscard]] const engine::NavSurvey& survey() const { return m_survey; }

    /// The path checks that do not hold, and what cuts the player's start off, for the Issues dock.
    [[nodiscard]] std::vector<engine::Issue> issues() const;

    /// Counts the surveys.
    [[nodiscard]] std::uint64_t surveyCount() const { return m_surveyCount; }

    /// Agents that are shown beside agent(), to see what differs.
    [[nodiscard]] const std::set<std::string>& compared() const { return m_compared; }

    void setCompared(const std::string& name, bool isCompared);

    /// As the views show it while several are compared.
    [[nodiscard]] engine::DrawColor colorOf(const std::string& name) const;

    /// The tile's square, as high as its ground; empty without a mesh.
    [[nodiscard]] engine::Aabb boxOf(engine::TileCoord tile);

    void build();
    void buildTiles(const std::set<engine::TileCoord>& tiles);
    void cancel();
    void setLive(bool isLive);

    /// Looks for links on a worker; proposals() has them when it is done.
    void propose();

    [[nodiscard]] bool isProposing() const { return m_proposing != nullptr; }

    [[nodiscard]] const std::vector<engine::NavProposal>& proposals() const { return m_proposals; }

    /// Counts the changes of proposals().
    [[nodiscard]] std::uint64_t proposalCount() const { return m_proposalCount; }

    /// Makes links of these, by index, in one undoable step. All of them if none is named; those
    /// that are not there any more are left out.
    void accept(const std::vector<std::size_t>& chosen);

    void dropProposals();

    /// Writes the mesh beside the scene; says how it went.
    void save();

    [[nodiscard]] bool isShown() const { return m_isShown; }

    void setShown(bool isShown);

    /// Of a build that somebody has asked for by hand: nobody should have to look for what came of
    /// it.
    void showBuild();

    [[nodiscard]] Coloring coloring() const { return m_coloring; }

    void setColoring(Coloring coloring);

    [[nodiscard]] bool onlyReached() const { return m_onlyReached; }

    /// Lists and shows only the ground that the agent gets to from the player start.
    void setOnlyReached(bool onlyReached);

    [[nodiscard]] std::optional<engine::NavStage> stage() const { return m_stages.stage(); }

    /// Shows a stage of these tiles' build instead of the mesh; nothing: the mesh again.
    void setStage(std::optional<engine::NavStage> stage, std::set<engine::TileCoord> tiles);

    /// Who fills the ground in the views.
    [[nodiscard]] editor::GroundColors& ground() const
    {
        return m_editor.navigation().groundColors();
    }

    /// Whether it is filled with the mesh's colours.
    [[nodiscard]] bool hasGround() const { return ground().shows(editor::GroundPainter::Mesh); }

    /// `isFilled`: else edges alone, where the ground has other colours.
    void draw(engine::DebugDraw& draw, bool isFilled);

    engine::Signal<> changed;

private:
    void openScene();
    void followAgents();
    void lookAt(const std::string& agent);
    void show(bool isShown);
    void updateViews();
    void refresh();
    void refreshNowAndThen();
    [[nodiscard]] bool isBuilding() const;
    void followWork();
    void endWork();
    void startSurvey();
    void cancelSurvey();
    void takeSurvey(engine::NavSurvey survey);
    [[nodiscard]] bool isSurveyOld() const;
    void setProposals(std::vector<engine::NavProposal> proposals);

    editor::EditorApi& m_editor;
    std::string m_agent;
    bool m_isShown = true;
    bool m_isWatched = false;
    Coloring m_coloring = Coloring::Islands;
    bool m_onlyReached = false;
    bool m_saysShown = false; ///< with the next pictures
    std::set<std::string> m_compared;
    engine::NavSurvey m_survey;
    std::uint64_t m_surveyCount = 0;
    using Clock = std::chrono::steady_clock;
    Clock::time_point m_lastSurvey; ///< its begin, or that of the build
    Clock::time_point m_lastRefresh;
    Clock::time_point m_told;      ///< when the views got pictures; none: they are drawn
    Clock::duration m_surveyPause; ///< while tiles are built
    bool m_wasBuilding = false;
    const engine::NavMesh* m_surveyed = nullptr; ///< to compare with, no more
    std::uint64_t m_surveyedRevision = 0;
    bool m_wantsSurvey = false; ///< once the one that is being made is done
    std::shared_ptr<engine::JobControl> m_surveying;
    std::shared_ptr<engine::NavSurveyor> m_surveyor = std::make_shared<engine::NavSurveyor>();
    StageView m_stages;
    StartWatch m_start;
    TileBoxes m_tileBoxes;
    std::vector<engine::NavProposal> m_proposals;
    std::uint64_t m_proposalCount = 0;
    std::shared_ptr<engine::JobControl> m_proposing; ///< null: nobody looks
    editor::Registration m_work;                     ///< the build in the status bar
    std::size_t m_toBuild = 0; ///< tiles at its begin, and later ones; 0 while nothing is built
    enum class Work
    {
        Short,
        Shown,
        Stopped
    } m_workState = Work::Short;
    engine::Connections m_connections;
    engine::JobQueue m_jobs;    ///< last, so that their workers end first
    engine::JobQueue m_surveys; ///< one worker: the surveyor is on it alone
};
} // namespace navmesh
