#pragma once

#include "engine_core/math/types.h"

#include <cstdint>
#include <vector>

namespace engine
{
/// The ground that agents walk on, as triangles: what kinds of plants keep away from, or stay near
/// to. Immutable, any thread.
class WalkableGround
{
public:
    /// `corners`: three of each triangle, world space. `step`: heights apart by no more than so
    /// many metres do not count, since the triangles follow the ground only roughly.
    WalkableGround(std::vector<Vec3f> corners, double step);

    /// Whether the ground is at most `limit` metres away; the place is on it for 0.
    [[nodiscard]] bool isWithin(const Vec3d& place, double limit) const;

    [[nodiscard]] std::size_t triangleCount() const { return m_corners.size() / 3; }

private:
    /// Of a tree over the triangles: two halves, or a few triangles.
    struct Node
    {
        Vec3f min{0}, max{0};
        std::uint32_t first = 0; ///< triangle, or the second half's node
        std::uint32_t count = 0; ///< of triangles; 0: halves
    };

    void build(std::uint32_t first, std::uint32_t count);
    [[nodiscard]] bool isNear(std::uint32_t node, const Vec3d& place, double limit) const;
    [[nodiscard]] double distance(std::uint32_t triangle, const Vec3d& place) const;

    std::vector<Vec3f> m_corners;
    std::vector<Node> m_nodes;
    double m_step;
};
} // namespace engine
