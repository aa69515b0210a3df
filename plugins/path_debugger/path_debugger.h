#pragma once

#include "editor/api/editor_api.h"
#include "editor/operations/navigation/scene_navigation.h"
#include "engine_core/navigation/query/nav_why.h"
#include "engine_core/navigation/query/path_methods.h"
#include "engine_core/scene/debug_draw.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <map>
#include <set>

namespace path_debugger
{
/// What the views show of a search.
struct Shown
{
    bool visited = true;   ///< what the search looked at, by its cost
    bool waiting = true;   ///< what it had seen, but was not done with
    bool portals = false;  ///< where the polygons of the way meet
    bool ray = false;      ///< straight from start to goal, as far as it is free
    bool wall = false;     ///< the border of the mesh that is nearest to the start
    bool raw = false;      ///< the way before the string was pulled
    bool agents = false;   ///< the ways of all other agents, too
    bool reach = false;    ///< ground within `reachCost` of the start
    double reachCost = 10; ///< metres times price, 0.1 to 1000
    int steps = -1;        ///< so many visits; -1: all

    /// Whether any of it colours the ground.
    [[nodiscard]] bool fills() const { return visited || waiting || reach; }

    friend bool operator==(const Shown&, const Shown&) = default;
};

/// Where a place looks for its ground.
enum class Reach
{
    OwnFloor, ///< as near as an agent would
    AllFloors ///< up or down as far as it takes: in a view from above a height is nobody's choice
};

/// What dock, tool and overlay share: two places, one agent, and every search between them. The
/// agent's own path is there at once; the comparison comes from a worker. Nothing of it is saved.
class PathDebugger final : public QObject
{
    Q_OBJECT

public:
    explicit PathDebugger(editor::EditorApi& editor);
    ~PathDebugger() override;

    [[nodiscard]] editor::EditorApi& editor() const { return m_editor; }

    /// Names of the scene's agents.
    [[nodiscard]] std::vector<std::string> agents() const;

    [[nodiscard]] const std::string& agent() const { return m_agent; }

    void setAgent(const std::string& name);

    [[nodiscard]] const std::optional<engine::Vec3d>& from() const { return m_from; }

    [[nodiscard]] const std::optional<engine::Vec3d>& to() const { return m_to; }

    /// World places; moved to the ground that is nearest, if there is some.
    void setFrom(const engine::Vec3d& place, Reach reach = Reach::OwnFloor);
    void setTo(const engine::Vec3d& place, Reach reach = Reach::OwnFloor);

    /// Whether there is no ground near, on a mesh that shows the level.
    [[nodiscard]] bool isFromOff() const { return m_isFromOff; }

    [[nodiscard]] bool isToOff() const { return m_isToOff; }

    void clear();

    [[nodiscard]] bool isEmpty() const { return !m_from && !m_to; }

    [[nodiscard]] engine::PathMethod method() const { return m_method; }

    /// Whose search the views show.
    void setMethod(engine::PathMethod method);

    [[nodiscard]] engine::CornerRule corners() const { return m_corners; }

    void setCorners(engine::CornerRule rule);

    [[nodiscard]] const Shown& shown() const { return m_shown; }

    /// What colours the ground is either the search or what is within reach: the one that is new
    /// takes the other's place.
    void setShown(const Shown& shown);

    /// The tool was taken up or put down: the colours of the search go first, or last.
    void setInUse(bool isInUse);

    /// The dock was shown or closed: what the views show goes along, unless the tool is in use.
    void setDockShown(bool isShown);

    /// Whether the views show anything of it.
    [[nodiscard]] bool isInViews() const { return m_isInUse || m_isDockShown; }

    /// Whether the views fill the ground with the search's colours.
    [[nodiscard]] bool hasGround() const { return ground().shows(editor::GroundPainter::Search); }

    /// Whether it has such colours and they give way to others.
    [[nodiscard]] bool isCovered() const { return fillsGround() && !hasGround(); }

    /// What the agent itself would walk; found anew with every change.
    [[nodiscard]] const engine::NavPath& path() const { return m_path; }

    /// Whether the views show path(), not the way that the chosen search found.
    [[nodiscard]] bool showsOwnPath() const;

    /// Between the polygons of the way that is shown.
    [[nodiscard]] const std::vector<engine::NavPortal>& portals() const;

    /// Straight from start to goal; nothing without both, or if the start is off the mesh.
    [[nodiscard]] const std::optional<engine::NavRayHit>& ray() const { return m_ray; }

    /// Nearest to the start; nothing without a path, or if no wall is within 50 m.
    [[nodiscard]] const std::optional<engine::NavWall>& wall() const { return m_wall; }

    /// The same places, walked by another agent.
    struct AgentPath
    {
        std::string agent;
        engine::DrawColor color;
        bool isBuilding = false; ///< its mesh; the path is of what there is of it
        engine::NavPath path;
    };

    /// Of the other agents while Shown::agents.
    [[nodiscard]] const std::vector<AgentPath>& agentPaths() const { return m_agentPaths; }

    /// Null while it is not there yet.
    [[nodiscard]] const engine::PathTrace* trace(engine::PathMethod method) const;

    [[nodiscard]] bool isComparing() const { return m_job != nullptr; }

    /// Corners of a polygon that a trace of a mesh names; empty for others.
    [[nodiscard]] std::vector<engine::Vec3d> polygon(engine::NavPolygonRef ref) const;

    /// Polygons within the shown cost of the start, with the cost of each.
    struct Reached
    {
        std::vector<engine::Vec3d> corners;
        double cost = 0;
    };

    [[nodiscard]] const std::vector<Reached>& reached() const { return m_reached; }

    [[nodiscard]] double reachedArea() const { return m_reachedArea; } ///< square metres

    /// One sentence about the path, or about what is missing for one.
    [[nodiscard]] std::string summary() const;

    /// Wall distance at the start, and how far one sees from it; empty without a path.
    [[nodiscard]] std::string facts() const;

    /// Why there is no way, or a detour; null while there is a good one or the answer is not there
    /// yet.
    [[nodiscard]] const engine::NavWhy* why() const;

    /// Whether fix() can do what is missing.
    [[nodiscard]] bool canFix() const;

    /// One undoable step, such as switching a link on.
    engine::Result<void> fix();

    /// Starts to follow the level; cheap if that is done. Dock and tool ask for it when used.
    void wake();

    engine::Signal<> changed;

private:
    using Polygons = std::map<engine::NavPolygonRef, std::vector<engine::Vec3d>>;

    struct Comparison
    {
        std::map<engine::PathMethod, engine::PathTrace> traces;
        Polygons polygons; ///< that the traces name
        engine::NavWhy why;
    };

    [[nodiscard]] const engine::NavMesh* mesh() const;
    [[nodiscard]] engine::Vec3d onGround(const engine::Vec3d& place, Reach reach) const;

    [[nodiscard]] editor::GroundColors& ground() const
    {
        return m_editor.navigation().groundColors();
    }

    [[nodiscard]] engine::NavmeshSystem& system() const { return m_editor.navigation().system(); }

    void followAgents();
    void followBuild(const std::string& agent);
    void search();
    void searchOthers();
    void buildWanted();
    void searchReach(const engine::NavQuery& query);
    void compare();

    /// Whether what is shown colours the ground.
    [[nodiscard]] bool fillsGround() const;

    void chooseFill(const Shown& before);
    void tell();

    editor::EditorApi& m_editor;
    bool m_isAwake = false; ///< somebody has used it
    bool m_isInUse = false; ///< the tool is active
    bool m_isDockShown = false;
    std::string m_agent;
    std::string m_problem; ///< why there is no mesh
    std::optional<engine::Vec3d> m_from, m_to;
    bool m_isFromOff = false, m_isToOff = false;
    bool m_wasEmpty = true; ///< before the last search
    std::chrono::steady_clock::time_point m_lastSearch; ///< while tiles were built
    engine::PathMethod m_method = engine::PathMethod::MeshAStar;
    engine::CornerRule m_corners = engine::CornerRule::NoCutting;
    Shown m_shown;
    std::pair<bool, bool> m_beforeReach{true, true}; ///< visited and waiting
    engine::NavPath m_path;
    std::vector<engine::NavPortal> m_portals;
    std::optional<engine::NavRayHit> m_ray;
    std::optional<engine::NavWall> m_wall;
    std::vector<AgentPath> m_agentPaths;
    std::set<std::string> m_wanted; ///< agents that still need a mesh
    std::vector<Reached> m_reached;
    double m_reachedArea = 0;
    Comparison m_comparison;
    QTimer m_compareTimer; ///< not during a drag
    engine::Connections m_connections;
    std::shared_ptr<engine::JobControl> m_job; ///< compares what is asked now; null: nobody does
    engine::JobQueue m_jobs;                   ///< last, so that its worker ends first
};
} // namespace path_debugger
