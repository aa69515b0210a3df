#pragma once

#include "engine_core/base/jobs.h"
#include "engine_core/navigation/mesh/nav_scene.h"
#include "engine_core/navigation/survey/nav_islands.h"

namespace engine
{
/// What a player can do besides walking. The defaults are what the program's own player does:
/// jumps with 5 m/s, runs with 6.3 m/s, falls with 15 m/s2 and takes no harm.
struct NavBody
{
    double jumpHeight = 0.8;  ///< metres up
    double jumpDistance = 3;  ///< metres across a gap
    double dropHeight = 1000; ///< metres down
};

/// How one gets from one island to another.
enum class NavLeapKind
{
    Jump, ///< across, or up to NavBody::jumpHeight
    Drop, ///< down, not back up
    Link, ///< a NavLink that is switched on
    Mover ///< something that scripts move is there, such as a lift
};

/// One way from an island to another, of perhaps many.
struct NavLeap
{
    NavLeapKind kind = NavLeapKind::Jump;
    std::size_t from = 0, to = 0; ///< ranks, see NavIslands::all
    Vec3d start{0}, end{0};
};

/// A place to fall into that is too small for the mesh.
struct NavHole
{
    Vec3d start{0}; ///< on the ground before it
    Vec3d end{0};   ///< the middle of its bottom
};

struct NavLeaps
{
    std::vector<NavLeap> leaps; ///< one for each pair of islands and direction, by their ranks
    std::vector<NavHole> holes; ///< in the order of tiles, none near another
};

/// Looked for from every border of the mesh, straight outwards, and measured in the level itself.
/// It errs on the side of the player: what it misses only somebody who jumps at an angle can do.
/// What a cancelled one returns is not complete. `mesh` is current with `scene`.
[[nodiscard]] NavLeaps findLeaps(const World& world,
                                 const NavScene& scene,
                                 const NavMesh& mesh,
                                 const NavIslands& islands,
                                 const NavBody& body,
                                 JobControl& control);

/// Whether a convex polygon and a box overlap where seen from above, and their heights, too.
[[nodiscard]] bool overlapFromAbove(const std::vector<Vec3d>& polygon, const Aabb& box);
} // namespace engine
