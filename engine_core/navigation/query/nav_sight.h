#pragma once

#include "engine_core/navigation/query/nav_probe.h"
#include "engine_core/navigation/query/nav_query.h"
#include "engine_core/navigation/survey/nav_islands.h"

#include <optional>
#include <vector>

namespace engine
{
/// Tells which ground that nobody reaches people would take for a floor of the level: what lies
/// below a ceiling, what is seen from where a player gets to, and under the sky, also above their
/// eyes, ledges and the tops of blocks that stand in the level. Roofs of rooms and the tops of
/// walls, at the outside of the level above all, are none unless somebody looks down on them.
/// `mesh` is current with `scene`; all that it is made of outlives it.
class NavSight
{
public:
    NavSight(const NavScene& scene,
             const NavMesh& mesh,
             const NavIslands& islands,
             const std::vector<bool>& isReached);

    /// Whether the island, which nobody reaches, is a floor. `width` is its mean one, in metres.
    [[nodiscard]] bool isFloor(std::size_t island, double width) const;

private:
    /// A place at the border of an island, and the way out of it.
    struct Rim
    {
        Vec3d place{0};
        Vec3d outwards{0}; ///< level, unit length
    };

    /// Ground that nobody reaches.
    struct Ground
    {
        std::vector<Vec3d> places; ///< middles of its polygons
        std::vector<Rim> rims;
    };

    /// What is around an island; shares of its rims.
    struct Surroundings
    {
        double walls = 0; ///< the level goes on at its height, however far away
        double near = 0;  ///< of them, that begin where the island ends
        double level = 0; ///< walls, or reached ground below
        double steps = 0; ///< of them, that ground so near below that one thinks of getting up
    };

    /// Where eyes have to be.
    enum class From
    {
        Anywhere,
        Above
    };

    [[nodiscard]] bool isCovered(const std::vector<Vec3d>& places) const;
    [[nodiscard]] bool isSeen(const std::vector<Vec3d>& targets, From from) const;
    [[nodiscard]] bool sees(const Vec3d& eye, const Vec3d& target) const;
    [[nodiscard]] bool hasRoomsBelow(const std::vector<Vec3d>& places, double thickest) const;
    [[nodiscard]] bool isLedge(const Ground& ground, bool isRoof, const Surroundings& around) const;
    [[nodiscard]] Surroundings surroundings(const std::vector<Rim>& rims) const;
    [[nodiscard]] bool isBlock(std::size_t island, double width, const Surroundings& around) const;
    [[nodiscard]] std::optional<double> dropToReached(const NavProbe& probe, const Rim& rim) const;

    const NavScene& m_scene;
    const NavMesh& m_mesh;
    const NavIslands& m_islands;
    const std::vector<bool>& m_isReached;
    NavQuery m_query;
    std::vector<Vec3d> m_eyes;
    std::vector<Ground> m_ground; ///< of each island
};
} // namespace engine
