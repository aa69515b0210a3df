#include "engine_core/scene/foliage/foliage_body.h"

#include "engine_core/scene/spatial/mesh_source.h"
#include "engine_core/scene/world/world.h"

#include <algorithm>

namespace engine
{
namespace
{
/// Metres above the ground up to which a model's width counts: higher up it is a crown.
constexpr double TrunkHeight = 2;
/// Share of a billboard's width.
constexpr double BillboardTrunk = 0.25;

FoliageBodySize measured(const World& world, const FoliageType& type)
{
    if (type.kind == FoliageKind::Billboard)
        return {type.size.x / 2 * BillboardTrunk, type.size.y};
    if (world.meshes() == nullptr || type.mesh.path.empty())
        return {};
    const auto shape = world.meshes()->shown(type.mesh.path);
    FoliageBodySize size{0, shape->bounds().max.y};
    for (const auto& vertex : shape->mesh().vertices)
        if (double{vertex.position.y} <= TrunkHeight)
            size.radius =
                std::max(size.radius, glm::length(Vec2d{vertex.position.x, vertex.position.z}));
    return size;
}
} // namespace

FoliageBodySize foliageBodySize(const World& world, const FoliageType& type)
{
    if (type.bodyRadius > 0 && type.bodyHeight > 0)
        return {type.bodyRadius, type.bodyHeight};
    auto size = measured(world, type);
    if (type.bodyRadius > 0)
        size.radius = type.bodyRadius;
    if (type.bodyHeight > 0)
        size.height = type.bodyHeight;
    return size;
}
} // namespace engine
