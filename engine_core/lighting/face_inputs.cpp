#include "engine_core/lighting/face_inputs.h"

#include "engine_core/lighting/shadow_reach.h"
#include "engine_core/lighting/traced_light.h"
#include "engine_core/scene/light/body_hash.h"
#include "engine_core/scene/light/scene_light.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine
{
namespace
{
using Places = FaceInputs::Places;

void addExact(Hasher& hasher, const Vec3d& v)
{
    hasher.add(v.x).add(v.y).add(v.z);
}

void add(Hasher& hasher, const Vec3d& v, Places places)
{
    if (places == Places::Rounded)
        addRounded(hasher, v);
    else
        addExact(hasher, v);
}

BoundsTree treeOver(std::span<const Aabb> boxes)
{
    std::vector<BoundsTree::Item> items;
    items.reserve(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i)
        items.emplace_back(EntityId{i}, boxes[i]); // an index, not an entity
    BoundsTree tree;
    std::vector<BoundsTree::Leaf> leaves;
    tree.build(items, leaves);
    return tree;
}

std::vector<std::size_t> sortedOverlaps(const BoundsTree& tree, const Aabb& box)
{
    std::vector<std::size_t> found;
    tree.overlapping(box, [&](EntityId index) { found.push_back(index.value); });
    std::sort(found.begin(), found.end());
    return found;
}

Aabb sphereBounds(const Vec3d& center, double radius)
{
    return Aabb{center, center}.grown(radius);
}

ContentHash hashOfLight(const BakeLight& light, Places places)
{
    Hasher hasher;
    add(hasher, light.position, places);
    hasher.add(light.light.color.r).add(light.light.color.g).add(light.light.color.b);
    hasher.add(strengthOf(light.light)).add(light.light.range).add(light.light.castShadows);
    // Only what its kind knows: light baked before there were others stays true.
    const auto& l = light.light;
    if (isRound(l) && l.radius == 0)
        return hasher.result();
    hasher.add(static_cast<int>(l.kind)).add(l.radius);
    if (!isRound(l))
        add(hasher, lightDirection(light.rotation), places);
    if (l.kind == LightKind::Spot)
        hasher.add(l.cone).add(l.innerCone);
    if (isSun(l))
        hasher.add(l.sunAngle);
    if (hasProfile(l)) {
        hasher.add(l.profile.path);
        add(hasher, light.rotation * Vec3d{1, 0, 0}, places);
    }
    if (l.kind == LightKind::Area) {
        hasher.add(l.width).add(l.height);
        add(hasher, light.rotation * Vec3d{1, 0, 0}, places);
    }
    return hasher.result();
}

ContentHash hashOfSky(const SceneSettings& settings)
{
    if (!hasSkyLight(settings))
        return 0;
    Hasher hasher;
    for (const auto& color : {settings.skyTop, settings.skyHorizon})
        hasher.add(color.r).add(color.g).add(color.b);
    return hasher.add(settings.skyLight).result();
}

ContentHash hashOfMesh(const StaticMesh& mesh, Places places)
{
    if (places == Places::Rounded)
        return bodyHash(*mesh.mesh, mesh.place);
    Hasher hasher;
    addExact(hasher, mesh.place.position);
    addExact(hasher, mesh.place.scale);
    for (int i = 0; i < 4; ++i)
        hasher.add(mesh.place.rotation[i]);
    return hasher.add(mesh.mesh->hash()).result();
}

/// Of what the light on a face and around it depends on: its shape, not its textures.
ContentHash shapeHash(const Brush& brush, Places places)
{
    if (places == Places::Rounded)
        return bodyHash(brush);
    Hasher hasher;
    for (const auto& face : brush.faces()) {
        addExact(hasher, face.plane.normal);
        hasher.add(face.plane.distance);
    }
    return hasher.result();
}
} // namespace

Aabb faceBounds(const Brush& brush, FaceIndex face)
{
    Aabb box;
    for (const auto vertex : brush.faceVertices(face))
        box.add(brush.vertices()[vertex]);
    return box;
}

FaceInputs::FaceInputs(const LightSurroundings& level, Places places, Plants count)
    : m_brushes{level.brushes}, m_places{places}, m_sky{hashOfSky(level.settings)}
{
    addBodies(level, count);
    for (const auto& light : level.lights) {
        if (!isBaked(light.light) || !isFinite(light.position))
            continue;
        if (isSun(light.light))
            addSun(light);
        else
            addSource(light.position, static_cast<double>(light.light.range),
                      hashOfLight(light, places), light.light.castShadows);
    }
    if (level.glowOf)
        for (const auto& brush : level.brushes)
            addGlow(brush, level.glowOf);
    m_tree = treeOver(m_spheres);
}

void FaceInputs::addBodies(const LightSurroundings& level, Plants count)
{
    for (const auto& brush : level.brushes)
        m_bodies.push_back({brush.brush->bounds(), shapeHash(*brush.brush, m_places)});
    for (const auto& each : level.meshes)
        if (each.castShadows)
            m_bodies.push_back({each.mesh.mesh->boundsAt(each.mesh.place),
                                hashOfMesh(each.mesh, m_places)});
    if (count == Plants::Shading) {
        m_plants = level.plants;
        std::vector<Aabb> bounds;
        for (const auto& group : level.plants)
            bounds.push_back(group.bounds);
        m_plantTree = treeOver(bounds);
    } else {
        for (const auto& group : level.plants)
            m_bodies.push_back({group.bounds, group.hash});
    }
    std::vector<Aabb> boxes;
    for (const auto& body : m_bodies) {
        boxes.push_back(body.bounds);
        m_bounds.add(body.bounds);
    }
    m_bodyTree = treeOver(boxes);
}

void FaceInputs::addSun(const BakeLight& light)
{
    BakeLight anywhere = light; // it shines the same from wherever it stands
    anywhere.position = Vec3d{0};
    anywhere.light.range = 0;
    anywhere.light.radius = 0;
    m_suns.push_back({farTowards(lightDirection(light.rotation), m_bounds.center()),
                      std::numeric_limits<double>::infinity(), hashOfLight(anywhere, m_places),
                      light.light.castShadows, sunSpread(light.light)});
}

/// A light that reaches as far as that, with all that its sphere reaches.
void FaceInputs::addSource(const Vec3d& place, double range, ContentHash hash, bool castShadows)
{
    const auto sphere = sphereBounds(place, range);
    // Sums, so that the order of ids says nothing.
    ContentHash around = 0;
    for (const auto body : sortedOverlaps(m_bodyTree, sphere))
        if (m_bodies[body].bounds.distanceTo(place) <= range)
            around += m_bodies[body].hash;
    m_sources.push_back({place, range, Hasher{}.add(hash).add(around).result(), castShadows});
    m_spheres.push_back(sphere);
}

void FaceInputs::addGlow(const StaticBrush& brush, const std::function<float(Name)>& glowOf)
{
    const auto glow = glowOfBrush(*brush.brush, glowOf);
    if (glow.reach > 0)
        addSource(brush.brush->bounds().center(), glow.reach,
                  Hasher{}.add(shapeHash(*brush.brush, m_places)).add(glow.power).result(), true);
}

ContentHash FaceInputs::of(std::size_t brush, FaceIndex face) const
{
    const auto& shape = *m_brushes[brush].brush;
    const auto box = faceBounds(shape, face);
    Hasher hasher;
    for (const auto vertex : shape.faceVertices(face))
        add(hasher, shape.vertices()[vertex], m_places);
    hasher.add(shape.faces()[face].material.text());
    ContentHash light = 0;
    m_tree.overlapping(box, [&](EntityId index) {
        const auto& source = m_sources[index.value];
        if (box.distanceTo(source.position) > source.range)
            return;
        const auto plants = plantsBetween(source, shape, face, box);
        light += plants != 0 ? Hasher{}.add(source.hash).add(plants).result() : source.hash;
    });
    return hasher.add(light + lightFromAfar(shape, face, box)).result();
}

/// Of the suns and the sky.
ContentHash FaceInputs::lightFromAfar(const Brush& brush, FaceIndex face, const Aabb& box) const
{
    if (m_suns.empty() && m_sky == 0)
        return 0;
    Hasher hasher;
    hasher.add(m_sky).add(bodiesNear(box));
    for (const auto& sun : m_suns)
        if (brush.faces()[face].plane.above(sun.position) > 0)
            hasher.add(sun.hash)
                .add(bodiesBetween(sun, brush, face, box))
                .add(plantsBetween(sun, brush, face, box));
    return hasher.result();
}

ContentHash FaceInputs::bodiesNear(const Aabb& box) const
{
    ContentHash near = 0;
    const auto around = box.grown(SkyReach);
    m_bodyTree.overlapping(around, [&](EntityId index) { near += m_bodies[index.value].hash; });
    return near;
}

ContentHash FaceInputs::bodiesBetween(const Source& sun,
                                      const Brush& brush,
                                      FaceIndex face,
                                      const Aabb& box) const
{
    ContentHash between = 0;
    if (!sun.castShadows)
        return between;
    m_bodyTree.overlapping(towards(sun, box), [&](EntityId index) {
        const auto& body = m_bodies[index.value];
        const double away = glm::distance(body.bounds.center(), box.center());
        if (!shadowOn(brush, face, sun.position, body.bounds.grown(sun.spread * away)).isEmpty())
            between += body.hash;
    });
    return between;
}

/// A box around the light's way to the face, as far as anything throws shadows.
Aabb FaceInputs::towards(const Source& source, const Aabb& box) const
{
    auto way = box.grown(1); // more than shadowOn() asks for
    if (std::isinf(source.range))
        return sunWay(way.grown(source.spread * glm::length(m_bounds.size())), source.position,
                      m_bounds);
    way.add(source.position);
    return way;
}

ContentHash FaceInputs::plantsBetween(const Source& source,
                                      const Brush& brush,
                                      FaceIndex face,
                                      const Aabb& box) const
{
    ContentHash plants = 0;
    if (!source.castShadows || m_plants.empty())
        return plants;
    m_plantTree.overlapping(towards(source, box), [&](EntityId index) {
        const auto& group = m_plants[index.value];
        if (group.bounds.distanceTo(source.position) <= source.range &&
            !shadowOn(brush, face, source.position, group.bounds).isEmpty())
            plants += group.hash;
    });
    return plants;
}
} // namespace engine
