#pragma once

#include "engine_core/geometry/brush.h"
#include "engine_core/math/aabb.h"
#include "engine_core/math/ray.h"
#include "engine_core/scene/world/world_system.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace engine
{
/// A tree over the world bounds of every entity that has some, for picking, culling and finding
/// neighbours. Follows the world it is attached to within the change itself, so that queries are
/// always current.
class SpatialIndex final : public WorldSystem
{
public:
    SpatialIndex();
    ~SpatialIndex() override;

    void attach(World& world) override;
    void onChanged(const ChangeSet& changes) override;
    void update(double seconds) override;

    /// Of everything that has some, the reach of lights included; empty without any.
    [[nodiscard]] Aabb bounds() const;

    /// Entities whose bounds touch the box; in no particular order.
    [[nodiscard]] std::vector<EntityId> overlapping(const Aabb& box) const;

    /// Calls visit(entity, distance to its bounds) for every entity whose bounds the ray meets
    /// within `limit` metres. visit returns the new limit (a nearer hit narrows the search).
    void alongRay(const Ray& ray,
                  double limit,
                  const std::function<double(EntityId, double)>& visit) const;

private:
    struct Tree;
    std::unique_ptr<Tree> m_tree;
};

/// The face of what is no brush.
inline constexpr FaceIndex NoFace = ~FaceIndex{0};

/// What a ray through the level meets.
struct PickHit
{
    EntityId entity;
    FaceIndex face = 0;    ///< of a brush; NoFace for a model
    double distance = 0;   ///< metres along the ray
    Vec3d point{0};        ///< world space
    Vec3d normal{0, 1, 0}; ///< world space
};

/// The brushes and models that a ray enters, nearest first. Those that are hidden or locked, or
/// that have such an ancestor, are left out.
[[nodiscard]] std::vector<PickHit>
pickBrushes(const World& world, const SpatialIndex& index, const Ray& ray, double limit = 1e6);

/// Whether a ray meets what is locked.
enum class Locked
{
    LeftOut,
    Included
};

/// The first of them; cheaper, for what the mouse hovers over.
[[nodiscard]] std::optional<PickHit> pickNearestBrush(const World& world,
                                                      const SpatialIndex& index,
                                                      const Ray& ray,
                                                      double limit = 1e6,
                                                      Locked locked = Locked::LeftOut);
} // namespace engine
