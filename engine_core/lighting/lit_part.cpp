#include "engine_core/lighting/lit_part.h"

#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/light/body_hash.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/spatial/mesh_source.h"
#include "engine_core/scene/spatial/static_geometry.h"
#include "engine_core/scene/spatial/surface_table.h"
#include "engine_core/scene/world/world.h"

namespace engine
{
namespace
{
/// Places that are worked out in two ways, such as through a group and without it, differ by far
/// less.
bool isNear(const Vec3d& a, const Vec3d& b)
{
    return glm::distance(a, b) < WeldDistance;
}

bool isNear(const Transform& a, const Transform& b)
{
    return isNear(a.position, b.position) &&
           isNear(a.applyToDirection({1, 0, 0}), b.applyToDirection({1, 0, 0})) &&
           isNear(a.applyToDirection({0, 1, 0}), b.applyToDirection({0, 1, 0})) &&
           isNear(a.applyToDirection({0, 0, 1}), b.applyToDirection({0, 0, 1}));
}

/// Whether both have the same corners at the same faces, in the world. In which order a brush has
/// its corners depends on how it is turned.
bool sameSolid(const LitPart& a, const LitPart& b)
{
    if (a.brush == b.brush && a.place == b.place)
        return true;
    if (a.brush->faceCount() != b.brush->faceCount())
        return false;
    const auto first = boundsOfPart(a, nullptr);
    const auto second = boundsOfPart(b, nullptr);
    if (!isNear(first.min, second.min) || !isNear(first.max, second.max))
        return false; // most that are dragged
    const auto before = brushAt(a.brush, a.place);
    const auto after = brushAt(b.brush, b.place);
    return before && after && bodyHash(*before) == bodyHash(*after);
}
} // namespace

bool isInBake(const World& world, EntityId entity, const Brush& brush)
{
    return traitsOf(brush, world.surfaces()).isBaked && !isLeftOut(world, entity);
}

LitPart litPartOf(const World& world, EntityId entity)
{
    LitPart part;
    const auto* brush = world.get<BrushComponent>(entity);
    const auto* light = world.get<Light>(entity);
    const auto* mesh = world.get<MeshInstance>(entity);
    const auto* patch = world.get<CurvedPatch>(entity);
    if (brush == nullptr && light == nullptr && mesh == nullptr && patch == nullptr)
        return part;
    if (isLeftOut(world, entity))
        return part;
    part.place = worldTransform(world, entity);
    if (brush != nullptr && brush->brush && !isMoving(world, entity) &&
        traitsOf(*brush->brush, world.surfaces()).isBaked)
        part.brush = brush->brush;
    if (light != nullptr && isBaked(*light))
        part.light = *light;
    if (!meshCastsShadows(world, entity) || isMoving(world, entity))
        return part;
    if (patch != nullptr && patch->grid)
        part.patch = patch->mesh();
    else if (mesh != nullptr)
        part.model = mesh->mesh.path;
    return part;
}

bool sameShape(const LitPart& a, const LitPart& b)
{
    if (!a.patch != !b.patch)
        return false;
    if (a.patch && (a.patch->hash() != b.patch->hash() || !isNear(a.place, b.place)))
        return false;
    if (a.model != b.model || a.modelShape != b.modelShape ||
        (!a.model.empty() && !isNear(a.place, b.place)))
        return false;
    return a.brush && b.brush ? sameSolid(a, b) : !a.brush && !b.brush;
}

bool sameLight(const LitPart& a, const LitPart& b)
{
    if (!(a.light == b.light) || !a.light)
        return a.light == b.light;
    if (!isSun(*a.light) && !isNear(a.place.position, b.place.position))
        return false;
    const auto axis = [](const LitPart& part, const Vec3d& along) {
        return lightRotation(part.place) * along;
    };
    if ((a.light->kind == LightKind::Area || hasProfile(*a.light)) &&
        !isNear(axis(a, {1, 0, 0}), axis(b, {1, 0, 0})))
        return false;
    return isRound(*a.light) || isNear(axis(a, {0, 0, -1}), axis(b, {0, 0, -1}));
}

ContentHash bodyOf(const LitPart& part)
{
    Hasher hasher;
    if (const auto placed = brushAt(part.brush, part.place))
        hasher.add(bodyHash(*placed));
    if (part.light)
        addRounded(hasher, part.place.position);
    if (part.patch)
        hasher.add(bodyHash(*part.patch, part.place));
    if (!part.model.empty()) {
        hasher.add(part.model);
        addRounded(hasher, part.place);
    }
    return hasher.result();
}

std::vector<std::uint32_t> repaintedFaces(const LitPart& a, const LitPart& b)
{
    std::vector<std::uint32_t> faces;
    if (!a.brush || !b.brush || a.brush == b.brush)
        return faces;
    for (std::uint32_t i = 0; i < a.brush->faceCount(); ++i)
        if (!(a.brush->faces()[i].material == b.brush->faces()[i].material))
            faces.push_back(i);
    return faces;
}

Aabb boundsOfPart(const LitPart& part, const MeshSource* models)
{
    Aabb bounds;
    if (models != nullptr && !part.model.empty())
        bounds.add(models->shown(part.model)->boundsAt(part.place));
    if (part.patch)
        bounds.add(part.patch->boundsAt(part.place));
    if (part.brush)
        for (const auto& vertex : part.brush->vertices())
            bounds.add(part.place.apply(vertex));
    return bounds;
}
} // namespace engine
