#pragma once

#include "engine_core/base/jobs.h"
#include "engine_core/navigation/query/nav_query.h"

namespace engine
{
/// A link that could be made.
struct NavProposal
{
    NavLinkKind kind = NavLinkKind::Jump;
    Vec3d from{0}, to{0}; ///< on the ground
    double distance = 0;  ///< metres across
    double height = 0;    ///< metres down, of a ladder up; 0 for a jump
    double detour = 0;    ///< metres that the way on foot is long; 0: there is none
    std::string agent;    ///< name of the mesh's agent, who can do it

    /// As the component of an entity that stands at `from`.
    [[nodiscard]] NavLink link() const;
};

/// Drops down ledges, jumps over gaps and ladders up walls that the mesh's agent can do
/// (NavAgent::dropHeight, jumpDistance and ladderHeight) and that save a detour of more than three
/// times their length, or lead where no way leads. A ladder needs a flat upright wall from the
/// ground to the floor above, free to climb before it. Looked for from every border of the mesh,
/// measured in the level itself. Those of one place stand for their neighbours, and links that the
/// mesh has already are not proposed again. What a cancelled one returns is not complete. `mesh` is
/// current with `scene`.
[[nodiscard]] std::vector<NavProposal>
proposeLinks(const NavScene& scene, const NavMesh& mesh, JobControl& control);
} // namespace engine
