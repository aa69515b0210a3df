#pragma once

#include "engine_core/navigation/nav_query.h"

namespace engine
{
/// Why there is no way.
enum class NavCause
{
    None,      ///< there is a way
    OffMesh,   ///< the start or the goal is nowhere near ground
    Island,    ///< no single limit explains it
    Area,      ///< ground that the agent does not enter
    Radius,    ///< too narrow
    Headroom,  ///< too low
    Step,      ///< too high a step or ledge
    Slope,     ///< too steep
    LinkOff,   ///< a link is switched off
    NodeLimit, ///< the search gave up
    Obstacle,  ///< a model, a plant or something blocked stands in the way
    StaleTile  ///< the mesh is older than the level
};

/// "off_mesh", "step", ...: as commands write it.
[[nodiscard]] const char* navCauseName(NavCause cause);

/// The answer to "why not?".
struct NavWhy
{
    NavCause cause = NavCause::None;
    Vec3d place{0};
    EntityId entity;     ///< what is in the way, if it is one thing
    double actual = 0;   ///< what was measured there; metres or degrees
    double limit = 0;    ///< what the agent can do
    std::string message; ///< one sentence
    std::string fix;     ///< what to do, as a sentence
};

struct NavQuestion
{
    Vec3d from{0}, to{0};
    NavFilter filter;
    std::size_t nodeLimit = 0; ///< as in NavQuery::setNodeLimit
};

/// Finds the one limit that has to be given up for a way to exist, by searching and by building the
/// tiles around anew with one limit relaxed at a time; of several the one that is missed by least.
/// What it says of steps, gaps and slopes is measured in the level itself. Places farther apart
/// than about 200 m are looked at along the straight line only. `scene` is of the world as it is
/// now; `mesh` may be older. `threads` 0: all.
[[nodiscard]] NavWhy explainPath(const World& world,
                                 const NavScene& scene,
                                 const NavMesh& mesh,
                                 const NavQuestion& question,
                                 unsigned threads = 0);
} // namespace engine
