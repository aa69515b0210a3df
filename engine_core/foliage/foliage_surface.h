#pragma once

#include "engine_core/geometry/brush.h"
#include "engine_core/scene/world/world.h"

#include <memory>
#include <vector>

namespace engine
{
class SpatialIndex;

/// One face that plants may grow on, in world space, with all that a worker needs of it.
struct FoliageFace
{
    EntityId brush;
    FaceIndex face = 0;
    Plane plane;
    Vec3d sAxis{1, 0, 0}; ///< unit length; depends on the normal alone, so that faces of one plane
    Vec3d tAxis{0, 0, 1}; ///< share their coordinates and patterns go on from one to the next
    Name material;
    EntityId layer; ///< that the brush belongs to; null: the default layer
    Aabb bounds;
    Vec2d min{0}, max{0};     ///< of the outline in face coordinates
    std::vector<Vec3d> sides; ///< inside where dot((s, t, 1), side) >= 0 for each; unit length
    std::vector<Vec3d> corners;
    /// Brushes that may cover parts of it.
    std::vector<std::shared_ptr<const Brush>> covers;

    [[nodiscard]] Vec2d coordinatesOf(const Vec3d& p) const
    {
        return {glm::dot(p, sAxis), glm::dot(p, tAxis)};
    }

    [[nodiscard]] Vec3d at(const Vec2d& st) const
    {
        return sAxis * st.x + tAxis * st.y + plane.normal * plane.distance;
    }

    /// `tolerance` metres beyond its outline still count.
    [[nodiscard]] bool contains(const Vec2d& st, double tolerance = 0) const;

    /// Whether one of `covers` stands there.
    [[nodiscard]] bool isCovered(const Vec3d& point) const;

    /// Degrees between the normal and up.
    [[nodiscard]] double slope() const;
};

/// A face of a brush that is in world space already; without `covers`.
[[nodiscard]] FoliageFace foliageFace(const Brush& brush, EntityId entity, FaceIndex face);

/// Whether another brush that does not move stands there; asks nothing of the face's `covers`.
[[nodiscard]] bool isCovered(const World& world,
                             const SpatialIndex& index,
                             const FoliageFace& face,
                             const Vec3d& point);

/// All faces of one brush; none if the entity is no brush or stands on something that moves.
[[nodiscard]] std::vector<FoliageFace>
foliageFaces(const World& world, const SpatialIndex& index, EntityId brush);
} // namespace engine
