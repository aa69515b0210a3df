#include "engine_core/scene/decals/decal_places.h"

#include "engine_core/scene/components/body.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/components/transform_component.h"
#include "engine_core/scene/decals/decal.h"
#include "engine_core/scene/patches/curved_patch.h"
#include "engine_core/scene/spatial/surface_table.h"

#include <algorithm>

namespace engine
{
RootedPlace rootedPlace(const World& world, EntityId entity)
{
    RootedPlace result;
    for (int depth = 0; entity && depth < MaxHierarchyDepth; ++depth) {
        const auto* node = world.get<Node>(entity);
        if (node == nullptr)
            break;
        result.hidden = result.hidden || node->hidden;
        if (!result.root &&
            (world.get<Mover>(entity) != nullptr || world.get<Body>(entity) != nullptr))
            result.root = entity;
        const auto* local = world.get<TransformComponent>(entity);
        if (local != nullptr && !result.root)
            result.place = local->transform() * result.place;
        entity = node->parent;
    }
    return result;
}

namespace
{
/// Whether the place, which is in the world, is in the box and its surface turned to it.
bool liesOn(const Decal& decal, const Transform& place, const PickHit& hit)
{
    const auto box = boxOf(decal, place);
    const double reach =
        glm::length(Vec3d{box[0]}) + glm::length(Vec3d{box[1]}) + glm::length(Vec3d{box[2]});
    if (glm::length(hit.point - place.position) > reach ||
        coverOf(decal, facingOf(place), hit.normal) <= 0 || glm::determinant(box) == 0)
        return false;
    const Vec3d inside{glm::inverse(box) * Vec4d{hit.point, 1}};
    constexpr double Half = 0.5 + 1e-9;
    return std::abs(inside.x) <= Half && std::abs(inside.y) <= Half && std::abs(inside.z) <= Half;
}

bool isSeen(const World& world, const PickHit& hit)
{
    const auto* brush = world.get<BrushComponent>(hit.entity);
    return brush == nullptr || !brush->brush || hit.face >= brush->brush->faceCount() ||
           world.surfaces().of(brush->brush->faces()[hit.face].material).seen;
}
} // namespace

std::vector<EntityId> decalsAt(const World& world, const PickHit& hit)
{
    std::vector<EntityId> found;
    if (world.count<Decal>() == 0 || !isSeen(world, hit))
        return found;
    const auto root = rootedPlace(world, hit.entity).root;
    const bool isModel = world.get<BrushComponent>(hit.entity) == nullptr &&
                         world.get<CurvedPatch>(hit.entity) == nullptr;
    world.forEach<Decal>([&](EntityId entity, const Decal& decal) {
        if (!(isModel ? decal.onModels : decal.onBrushes) ||
            !liesOn(decal, worldTransform(world, entity), hit))
            return;
        const auto stand = rootedPlace(world, entity);
        if (stand.root == root && !stand.hidden)
            found.push_back(entity);
    });
    std::sort(found.begin(), found.end(),
              [&](EntityId a, EntityId b) { return liesOver(world, a, b); });
    return found;
}

bool liesOver(const World& world, EntityId upper, EntityId lower)
{
    const int a = world.get<Decal>(upper)->order;
    const int b = world.get<Decal>(lower)->order;
    return a != b ? a > b : upper > lower;
}
} // namespace engine
