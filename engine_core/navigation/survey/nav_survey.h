#pragma once

#include "engine_core/base/jobs.h"
#include "engine_core/navigation/survey/nav_checks.h"
#include "engine_core/navigation/survey/nav_draw.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace engine
{
/// A mesh to be looked at on a worker: its tiles, which are immutable.
struct NavMeshCopy
{
    NavConfig config;
    NavTileList tiles;

    [[nodiscard]] static NavMeshCopy of(const NavMesh& mesh);
};

/// What a survey looks at; jobs hold it without the editor.
struct NavSurveyInput
{
    std::optional<NavMeshCopy> mesh;    ///< none: only the checks of other agents are wanted
    std::shared_ptr<const World> world; ///< with path checks and the player's start
    NavColoring coloring = NavColoring::Islands;
    DrawColor color; ///< of the mesh where it is compared with others

    struct Other
    {
        NavMeshCopy mesh;
        DrawColor color;
    };

    std::vector<Other> others;        ///< agents that it is compared with
    std::vector<NavMeshCopy> checked; ///< of other agents whose path checks are wanted too
    bool onlyReached = false;         ///< lists and draws no ground that the start does not reach
};

/// How two agents differ.
struct NavComparison
{
    std::string agent;
    double onlyHere = 0;  ///< square metres that the surveyed agent has for itself
    double onlyThere = 0; ///< and the other one
};

/// All that there is to be told and shown of a mesh. Immutable.
struct NavSurvey
{
    std::vector<NavIsland> islands; ///< biggest first
    std::vector<DrawColor> colors;  ///< of each, where islands are coloured
    std::size_t home = 0;           ///< the one on which the player starts
    bool isStartTiny = false;       ///< see findCutOff()
    double slowest = 0;             ///< see navSlowest()
    std::vector<NavCheckOutcome> checks;
    std::vector<NavComparison> comparisons;
    std::vector<std::shared_ptr<const DebugDraw>> pictures; ///< to be drawn together
    std::size_t drawnAnew = 0; ///< of them; the others are those of the last survey
};

/// Makes surveys, one after the other, and does anew only what changed in between. Lives with
/// workers, on one thread at a time.
class NavSurveyor
{
public:
    /// After a cancel it may be incomplete.
    [[nodiscard]] NavSurvey survey(const NavSurveyInput& input, const JobControl& control);

private:
    using Picture = std::shared_ptr<const DebugDraw>;

    /// Our own copy of a mesh, which follows the tiles of the real one.
    struct Mirror
    {
        std::optional<NavMesh> mesh;

        bool follow(const NavMeshCopy& copy); ///< whether anything changed
    };

    struct Kept
    {
        ContentHash key = 0;
        Picture picture;
        double area = 0; ///< square metres, of differences
    };

    /// Ground that one mesh has and another one does not.
    struct Side
    {
        std::pair<std::string, std::string> name; ///< of both agents
        const NavMesh& one;
        const NavMesh& other;
        DrawColor color;
        double reach = 0, height = 0; ///< metres; see navDifference()
    };

    void listIslands(const NavSurveyInput& input, NavSurvey& survey);
    void drawTiles(const NavSurveyInput& input, const JobControl& control, NavSurvey& survey);
    double drawDifference(const Side& side, const JobControl& control, NavSurvey& survey);
    void compare(const NavSurveyInput& input, const JobControl& control, NavSurvey& survey);
    void check(const NavSurveyInput& input, const JobControl& control, NavSurvey& survey);

    Mirror m_mirror;
    NavIslands m_islands;
    std::size_t m_home = 0; ///< of m_islands
    std::map<TileCoord, Kept> m_tiles;
    Picture m_links;                         ///< of the mesh as it is; null: not drawn yet
    std::map<std::string, Mirror> m_others;  ///< by agent
    std::map<std::string, Mirror> m_checked; ///< by agent
    std::map<std::pair<std::string, std::string>, std::map<TileCoord, Kept>> m_differences;
};
} // namespace engine
