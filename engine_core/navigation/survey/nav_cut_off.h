#pragma once

#include "engine_core/navigation/query/nav_stretch.h"
#include "engine_core/navigation/query/nav_why.h"
#include "engine_core/navigation/survey/nav_islands.h"
#include "engine_core/scene/checks/issue.h"

#include <optional>

namespace engine
{
/// The player starts on little ground, and something nearby keeps the agent from the rest.
struct NavCutOff
{
    EntityId start;
    double area = 0; ///< square metres of the start's island
    NavWhy why;      ///< the step, gap, ... in between
    NavGap gap;      ///< where the start's ground and the other come nearest to each other
    std::string agent;
    double stepHeight = 0; ///< metres that the agent climbs
    double stepWidth = 0;  ///< metres across that the ground of both is apart where a step alone is
                           ///< in between: middles of agents stay away from its edge
};

/// Whether the player starts on an island that is small for itself or beside the rest of the mesh,
/// and there is a bigger one.
[[nodiscard]] bool isStartTiny(const World& world, const NavMesh& mesh, const NavIslands& islands);

/// Looks for what cuts such a start off, as explainPath() does, from the bigger islands that are
/// nearest. Nothing where the start is not tiny, where a way leads on, or where nothing that an
/// agent could get over lies in between: roofs and the outside of a level are no ground that
/// anybody misses. `scene` is that of the mesh. One thread; after a cancel nothing.
[[nodiscard]] std::optional<NavCutOff>
findCutOff(const World& world, const NavScene& scene, const NavMesh& mesh, JobControl& control);

/// For lists of issues: rule "start-cut-off". Its path are the two ends of a link if one would do,
/// else the place in between.
[[nodiscard]] Issue issueOf(const NavCutOff& cutOff);
} // namespace engine
