#pragma once

#include "engine_core/math/ray.h"
#include "engine_core/navigation/mesh/nav_scene.h"

#include <optional>
#include <span>
#include <vector>

namespace engine
{
/// A surface that a probe met.
struct NavSurfaceHit
{
    double height = 0;   ///< metres, of floors and ceilings
    double distance = 0; ///< metres along the ray
    Vec3d normal{0, 1, 0};
    EntityId entity;
    Name material;            ///< of a brush's face; models have none
    bool isUnderside = false; ///< of a model: met from behind
};

/// Ground with room above it.
struct NavStorey
{
    NavSurfaceHit floor;
    double ceiling = 0; ///< metres, its height; very high under the sky
};

/// Measures the level itself, exactly and not in cells: heights of floors, room above them, walls.
class NavProbe
{
public:
    /// Looks at what touches the box only.
    NavProbe(const NavScene& scene, const Aabb& box);

    /// The highest ground at or below `top`.
    [[nodiscard]] std::optional<NavSurfaceHit> floor(const Vec3d& place, double top) const;

    /// The lowest thing above `bottom`.
    [[nodiscard]] std::optional<NavSurfaceHit> ceiling(const Vec3d& place, double bottom) const;

    /// All ground above and below the place that has at least `room` metres above it, from bottom
    /// to top.
    [[nodiscard]] std::vector<NavStorey> storeys(const Vec3d& place, double room) const;

    /// What a ray meets within `limit` metres.
    [[nodiscard]] std::optional<NavSurfaceHit> wall(const Ray& ray, double limit) const;

private:
    std::vector<NavPiecePtr> m_pieces; ///< solids and models
};

/// Whether nothing is in the way of the body from above one place to above the other, both at the
/// height of `from`. What the agent steps over is not in the way.
[[nodiscard]] bool
isFreeAcross(const NavProbe& probe, const Vec3d& from, const Vec3d& to, const NavAgent& agent);
} // namespace engine
