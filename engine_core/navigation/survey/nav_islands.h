#pragma once

#include "engine_core/navigation/mesh/nav_mesh.h"

#include <optional>
#include <utility>
#include <vector>

namespace engine
{
/// Ground that hangs together on foot, links not counted.
struct NavIsland
{
    double area = 0; ///< square metres
    std::size_t polygons = 0;
    Aabb bounds;
    Vec3d place{0}; ///< in its biggest polygon, on the ground: somewhere to stand
};

/// The islands of a mesh, biggest first; those of one size in the order of tiles.
class NavIslands
{
public:
    NavIslands() = default;
    explicit NavIslands(const NavMesh& mesh);

    [[nodiscard]] const std::vector<NavIsland>& all() const { return m_islands; }

    /// Index into all(); nothing for a link or a polygon that is no more.
    [[nodiscard]] std::optional<std::size_t> of(NavPolygonRef polygon) const;

private:
    std::vector<NavIsland> m_islands;
    std::vector<std::pair<NavPolygonRef, std::uint32_t>> m_byPolygon; ///< sorted
};

/// The island on which the player starts; nothing if there is no start, or it is off the mesh.
[[nodiscard]] std::optional<std::size_t>
startIsland(const World& world, const NavMesh& mesh, const NavIslands& islands);

/// Of each island, whether the agent gets there from `from`, on foot and over links that it uses.
[[nodiscard]] std::vector<bool>
reachedIslands(const NavMesh& mesh, const NavIslands& islands, std::size_t from);

/// The island on which the player starts; the biggest one if that is none.
[[nodiscard]] std::size_t
homeIsland(const World& world, const NavMesh& mesh, const NavIslands& islands);
} // namespace engine
