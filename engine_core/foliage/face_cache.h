#pragma once

#include "engine_core/foliage/foliage_surface.h"
#include "engine_core/scene/foliage/foliage_instances.h"

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

namespace engine
{
/// The faces that plants stand on or come to, without `covers`. Each face is made once, and only if
/// it is asked for: while the cache lives the world must stay as it is.
class FaceCache
{
public:
    /// Both outlive it.
    FaceCache(const World& world, const SpatialIndex& index) : m_world{world}, m_index{index} {}

    /// Null if the face is gone.
    [[nodiscard]] const FoliageFace* find(const FoliageInstance& instance);

    /// The face within `reach` metres that is nearest to the point along its own normal, of equally
    /// near ones the last by brush and number. The foot of the point lies within it, no other brush
    /// stands there, and `allows` takes it. Null if there is none; found ones stay valid.
    [[nodiscard]] const FoliageFace* nearest(const Vec3d& point,
                                             double reach,
                                             const std::function<bool(const FoliageFace&)>& allows);

private:
    struct KnownBrush
    {
        std::shared_ptr<const Brush> solid; ///< null: nothing grows on it
        EntityId layer;
        std::vector<std::optional<FoliageFace>> faces;
    };

    KnownBrush& brushOf(EntityId entity);
    const FoliageFace& faceOf(EntityId entity, KnownBrush& brush, FaceIndex index);
    const FoliageFace* nearestIn(const Vec3d& point,
                                 double reach,
                                 const std::function<bool(const FoliageFace&)>& allows);

    const World& m_world;
    const SpatialIndex& m_index;
    std::unordered_map<EntityId, KnownBrush> m_brushes;
};

/// Where a point comes to on the plane of a face.
[[nodiscard]] Vec3d footOn(const FoliageFace& face, const Vec3d& point);
} // namespace engine
