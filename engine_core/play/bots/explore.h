#pragma once

#include "engine_core/play/bots/expectation_outcomes.h"
#include "engine_core/play/bots/heat_map.h"
#include "engine_core/play/bots/play_bots.h"

#include <memory>

namespace engine
{
struct ExploreOptions
{
    NavExploreOptions analysis; ///< its triggers and visited places are found here
    bool runsBots = false;      ///< after the analytic pass
    BotOptions bots;
};

struct ExploreReport
{
    NavExploration where;
    BotReport bots;                   ///< empty if none ran
    std::vector<HeatPatch> heat;      ///< where these were, on the ground
    std::vector<ExpectationOutcome> expectations; ///< of the level; empty if no bots ran
    std::vector<NavFinding> findings; ///< of both, by kind
    std::string problem; ///< why triggers and bots are missing, a sentence; empty if they are not
};

/// Where a player gets to in the level: the analytic pass, and bots if asked for. What bots reach
/// counts as reached, and with them a trigger counts that none came to. For worker threads: it
/// makes assets, scripts and collision of its own, so `level` may be a copy of a world that another
/// thread goes on with, and what scripts log is not heard. The mesh is current with `scene`, and
/// that with `level`; nobody else changes any of them meanwhile. Errors are those of exploreMesh.
/// Equal for equal seeds. What a cancelled one returns is not complete.
[[nodiscard]] Result<ExploreReport> explore(const World& level,
                                            const Project& project,
                                            const NavScene& scene,
                                            const NavMesh& mesh,
                                            const ExploreOptions& options,
                                            JobControl& control);

/// Which share of the time it takes, as a rule, to build a mesh and then to explore it goes into
/// the mesh; for progress.
[[nodiscard]] double meshPartOf(const ExploreOptions& options);

/// The same with scene and mesh made here, for the first agent, which stands for the player. Errors
/// are those of makeNavConfig and buildNavMesh, too.
[[nodiscard]] Result<ExploreReport> exploreLevel(const World& level,
                                                 const Project& project,
                                                 const ExploreOptions& options,
                                                 JobControl& control);
} // namespace engine
