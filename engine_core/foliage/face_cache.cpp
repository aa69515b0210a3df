#include "engine_core/foliage/face_cache.h"

#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/spatial/spatial_index.h"
#include "engine_core/scene/spatial/static_geometry.h"

#include <algorithm>

namespace engine
{
namespace
{
/// Where the search for a face begins, in metres: most plants come to the ground that they are at.
constexpr double FirstReach = 1.0 / 16;
} // namespace

FaceCache::KnownBrush& FaceCache::brushOf(EntityId entity)
{
    const auto [at, isNew] = m_brushes.try_emplace(entity);
    auto& brush = at->second;
    if (isNew && !isMoving(m_world, entity)) {
        brush.solid = brushInWorld(m_world, entity);
        brush.layer = layerOf(m_world, entity);
        brush.faces.resize(brush.solid ? brush.solid->faceCount() : 0);
    }
    return brush;
}

const FoliageFace& FaceCache::faceOf(EntityId entity, KnownBrush& brush, FaceIndex index)
{
    auto& face = brush.faces[index];
    if (!face) {
        face = foliageFace(*brush.solid, entity, index);
        face->layer = brush.layer;
    }
    return *face;
}

const FoliageFace* FaceCache::find(const FoliageInstance& instance)
{
    const EntityId entity{instance.brush};
    auto& brush = brushOf(entity);
    return instance.face < brush.faces.size() ? &faceOf(entity, brush, instance.face) : nullptr;
}

const FoliageFace* FaceCache::nearest(const Vec3d& point,
                                      double reach,
                                      const std::function<bool(const FoliageFace&)>& allows)
{
    // What is nearer than the box reaches cannot be beaten by what lies outside of it.
    for (double near = FirstReach; near < reach; near *= 2)
        if (const auto* face = nearestIn(point, near, allows);
            face != nullptr && std::abs(face->plane.above(point)) < near)
            return face;
    return nearestIn(point, reach, allows);
}

const FoliageFace* FaceCache::nearestIn(const Vec3d& point,
                                        double reach,
                                        const std::function<bool(const FoliageFace&)>& allows)
{
    struct Candidate
    {
        double away;
        const FoliageFace* face;
    };

    Aabb box;
    box.add(point);
    auto brushes = m_index.overlapping(box.grown(reach));
    std::sort(brushes.begin(), brushes.end());
    std::vector<Candidate> candidates;
    for (const auto entity : brushes) {
        auto& brush = brushOf(entity);
        for (FaceIndex i = 0; i < brush.faces.size(); ++i) {
            const double away = std::abs(brush.solid->faces()[i].plane.above(point));
            if (away > reach)
                continue;
            const auto& face = faceOf(entity, brush, i);
            if (face.contains(face.coordinatesOf(footOn(face, point))) && allows(face))
                candidates.push_back({away, &face});
        }
    }
    std::reverse(candidates.begin(), candidates.end());
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const auto& a, const auto& b) { return a.away < b.away; });
    // What covers a face is costly to find: asked for in this order until one is free.
    const auto free = std::find_if(candidates.begin(), candidates.end(), [&](const auto& each) {
        return !isCovered(m_world, m_index, *each.face, footOn(*each.face, point));
    });
    return free == candidates.end() ? nullptr : free->face;
}

Vec3d footOn(const FoliageFace& face, const Vec3d& point)
{
    return point - face.plane.normal * face.plane.above(point);
}
} // namespace engine
