#pragma once

#include "engine_core/navigation/mesh/nav_mesh.h"
#include "engine_core/navigation/survey/nav_falls.h"
#include "engine_core/navigation/survey/nav_leaps.h"

#include <string>
#include <vector>

namespace engine
{
/// What is wrong with where a player can go.
enum class NavFindingKind
{
    Unreachable, ///< a floor that nobody gets to
    Pit,         ///< one gets in, but not out
    Stuck,       ///< a bot could not get away from there
    Trigger,     ///< a trigger that nobody gets to
    Fall,        ///< one can fall out of the level, or a bot did
    ScriptError, ///< while a bot played
    Expectation  ///< one that does not hold
};

/// "unreachable_floor", "one_way_pit", ...: as commands write it.
[[nodiscard]] const char* navFindingName(NavFindingKind kind);

struct NavFinding
{
    NavFindingKind kind = NavFindingKind::Unreachable;
    Vec3d place{0};
    double area = 0;     ///< square metres of the ground concerned; 0 if it is none
    EntityId entity;     ///< the trigger, the script's object, or the expectation
    std::string message; ///< one sentence
    std::string fix;     ///< what to do
};

/// Something that waits for the player to come.
struct NavTrigger
{
    EntityId entity;
    Aabb bounds; ///< world space
};

struct NavExploreOptions
{
    NavBody body;
    double leastFloor = 2; ///< square metres; smaller floors that nobody reaches are no finding
    std::vector<NavTrigger> triggers;
    std::vector<Vec3d> visited{}; ///< places where somebody stood, whatever the mesh says
};

/// Where a player can go by what the mesh and the level say.
struct NavExploration
{
    NavIslands islands;
    std::size_t home = 0;        ///< the island of the start
    std::vector<bool> isReached; ///< of each island
    std::vector<bool> isPit;     ///< reached, but not to be left
    NavLeaps leaps;
    std::vector<NavFall> falls;
    double reachedArea = 0;           ///< square metres
    std::vector<NavFinding> findings; ///< floors, pits, triggers, falls; biggest first in each
};

/// The analytic pass: islands, jumps, drops, links and lifts from the start of the player. Which
/// ground that nobody reaches counts as a floor, NavSight says. Of places that one cannot leave the
/// biggest is the level itself if the start is left for good. An error if the world has no start,
/// or it is off the mesh. What a cancelled one returns has no findings. `mesh` is current with
/// `scene`.
[[nodiscard]] Result<NavExploration> exploreMesh(const World& world,
                                                 const NavScene& scene,
                                                 const NavMesh& mesh,
                                                 const NavExploreOptions& options,
                                                 JobControl& control);

/// The object at which the player starts; null if the world does not say.
[[nodiscard]] EntityId playerStartEntity(const World& world);

/// Where that is: the soles.
[[nodiscard]] std::optional<Vec3d> playerStartOf(const World& world);

/// Whether ground of the mesh that the islands chosen have lets a body touch the box.
[[nodiscard]] bool isTouchedFrom(const NavMesh& mesh,
                                 const NavIslands& islands,
                                 const std::vector<bool>& chosen,
                                 const Aabb& box);
} // namespace engine
