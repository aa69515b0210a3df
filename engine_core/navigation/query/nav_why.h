#pragma once

#include "engine_core/base/jobs.h"
#include "engine_core/navigation/query/nav_mend.h"
#include "engine_core/navigation/query/nav_query.h"

namespace engine
{
/// Why there is no way, or only a long one.
enum class NavCause
{
    None,       ///< there is a way
    OffMesh,    ///< the start or the goal is nowhere near ground
    Island,     ///< no single limit explains it
    Area,       ///< ground that the agent does not enter
    Radius,     ///< too narrow
    Headroom,   ///< too low
    Step,       ///< too high a step or ledge
    Slope,      ///< too steep
    LinkOff,    ///< a link is switched off
    LinkOneWay, ///< a link leads the other way only
    LinkAgents, ///< a link is for other agents
    LinkBroken, ///< an end of a link has no ground
    NodeLimit,  ///< the search gave up
    Obstacle,   ///< a model, a plant or something blocked stands in the way
    StaleTile   ///< the mesh is older than the level
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
    NavMend mend;        ///< the same for a button, if we can do it
    double shortWay = 0; ///< metres that would do without the cause; 0: there is no way at all
};

struct NavQuestion
{
    Vec3d from{0}, to{0};
    NavFilter filter;
    std::size_t nodeLimit = 0; ///< as in NavQuery::setNodeLimit
    double longest = 0;        ///< metres; a longer way does not count; 0: any way does
};

/// Finds the one limit that has to be given up for a way to exist, by searching and by building the
/// tiles around anew with one limit relaxed at a time; of several the one that is missed by least.
/// What it says of steps, gaps and slopes is measured in the level itself. Places farther apart
/// than about 200 m are looked at along the straight line only. `scene` is of the world as it is
/// now; `mesh` may be older. `threads` 0: all. Of a way that is longer than `question.longest` it
/// finds what closed the shorter one. Doors stand open: what a Mover carries is not in the way.
/// Once `control` is cancelled the answer is none; it may be null.
[[nodiscard]] NavWhy explainPath(const World& world,
                                 const NavScene& scene,
                                 const NavMesh& mesh,
                                 const NavQuestion& question,
                                 unsigned threads = 0,
                                 JobControl* control = nullptr);

/// How long a way may be before it counts as a detour: half as long again as the straight line, and
/// some metres. What is worth telling has to save a third of it.
[[nodiscard]] bool isDetour(const NavPath& path, const Vec3d& from, const Vec3d& to);

/// Why the way there is a detour; no cause if it is none. `question.longest` is not looked at.
[[nodiscard]] NavWhy explainDetour(const World& world,
                                   const NavScene& scene,
                                   const NavMesh& mesh,
                                   const NavQuestion& question,
                                   unsigned threads = 0,
                                   JobControl* control = nullptr);
} // namespace engine
