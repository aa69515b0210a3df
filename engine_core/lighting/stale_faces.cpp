#include "engine_core/lighting/bake_plants.h"
#include "engine_core/lighting/face_inputs.h"
#include "engine_core/lighting/lighting_state.h"
#include "engine_core/lighting/lit_part.h"
#include "engine_core/lighting/shadow_reach.h"
#include "engine_core/lighting/traced_light.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/light/scene_light.h"
#include "engine_core/scene/spatial/mesh_source.h"
#include "engine_core/scene/world/world.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

namespace engine
{
namespace
{
/// Whether some of the box is in front of the plane.
bool looksTo(const Plane& plane, const Aabb& box)
{
    const auto& normal = plane.normal;
    return plane.above({normal.x > 0 ? box.max.x : box.min.x, normal.y > 0 ? box.max.y : box.min.y,
                        normal.z > 0 ? box.max.z : box.min.z}) > 0;
}

constexpr auto LastFace = std::numeric_limits<std::uint32_t>::max();
} // namespace

void LightingSystem::State::mark(const FaceKey& face)
{
    stale.insert(face);
    if (isAnew)
        anew.insert(face);
}

/// Its light is that of the face it was, unless that was stale or is painted anew.
void LightingSystem::State::addReturned(EntityId entity, EntityId bakedAs)
{
    const auto& before = sources.at(bakedAs).before;
    const auto& after = sources.at(entity).after;
    for (const auto face : repaintedFaces(before, after))
        mark({entity, face});
    isAnew = true;
    for (auto at = shown.foreign.lower_bound({bakedAs, 0});
         at != shown.foreign.end() && at->first == bakedAs; ++at)
        mark({entity, at->second});
    isAnew = false;
}

void LightingSystem::State::addFaces(EntityId entity)
{
    const auto part = litPartOf(*world, entity);
    if (!part.brush)
        return;
    const bool isLast = stale.empty() || stale.rbegin()->first < entity;
    const auto next = isLast ? stale.end() : stale.upper_bound({entity, LastFace});
    for (std::uint32_t face = 0; face < part.brush->faceCount(); ++face) {
        stale.insert(next, {entity, face});
        if (isAnew)
            anew.insert({entity, face});
    }
}

void LightingSystem::State::addAllFaces()
{
    world->forEach<BrushComponent>(
        [&](EntityId entity, const BrushComponent&) { addFaces(entity); });
}

/// Of a level that was never baked: after an edit only the faces that it touched are looked at.
void LightingSystem::State::collectAll()
{
    if (!std::exchange(staleIsAll, true)) {
        stale.clear();
        parts.clear();
        unlisted.clear();
        addAllFaces();
        return;
    }
    for (const auto entity : std::exchange(unlisted, {})) {
        stale.erase(stale.lower_bound({entity, 0}), stale.upper_bound({entity, LastFace}));
        addFaces(entity);
    }
}

/// visit(entity, brush in its place, face).
template <typename Visit>
void LightingSystem::State::forEachFaceNear(const Vec3d& light,
                                            double range,
                                            const Visit& visit) const
{
    for (const auto entity : index.overlapping(Aabb{light, light}.grown(range))) {
        const auto part = litPartOf(*world, entity);
        const auto placed = brushAt(part.brush, part.place);
        if (!placed)
            continue;
        for (std::uint32_t face = 0; face < placed->faceCount(); ++face)
            if (faceBounds(*placed, face).distanceTo(light) <= range)
                visit(entity, *placed, face);
    }
}

void LightingSystem::State::addFacesNear(const Vec3d& light, double range)
{
    forEachFaceNear(light, range, [&](EntityId entity, const Brush&, std::uint32_t face) {
        mark({entity, face});
    });
}

/// Those that a brush lights whose material glows.
void LightingSystem::State::addFacesInGlowOf(const LitPart& part)
{
    const auto placed = world->meshes() != nullptr ? brushAt(part.brush, part.place) : nullptr;
    if (!placed)
        return;
    const auto glow = glowOfBrush(
        *placed, [&](Name name) { return world->meshes()->glowOf(name.text()); });
    if (glow.reach > 0)
        addFacesNear(placed->bounds().center(), glow.reach);
}

/// What brushes that glow light past something within the boxes.
void LightingSystem::State::addFacesInGlowPast(std::span<const Aabb> boxes)
{
    const auto* meshes = world->meshes();
    if (boxes.empty() || meshes == nullptr ||
        std::ranges::none_of(shown.reflections, [&](const auto& material) {
            return meshes->glowOf(material.first) > 0;
        }))
        return;
    world->forEach<BrushComponent>([&](EntityId entity, const BrushComponent& component) {
        const auto glowOf = [&](Name name) {
            return meshes->glowOf(name.text());
        };
        if (!component.brush || !(glowOfBrush(*component.brush, glowOf).reach > 0))
            return; // nearly all
        const auto part = litPartOf(*world, entity);
        const auto placed = brushAt(part.brush, part.place);
        if (!placed)
            return;
        const auto center = placed->bounds().center();
        const double reach = glowOfBrush(*placed, glowOf).reach;
        if (std::ranges::any_of(boxes,
                                [&](const Aabb& box) { return box.distanceTo(center) <= reach; }))
            addFacesNear(center, reach);
    });
}

void LightingSystem::State::addFacesLitWith(const Aabb& bounds, std::unordered_set<EntityId>& done)
{
    if (bounds.isEmpty())
        return;
    for (const auto entity : index.overlapping(bounds)) {
        const auto* light = world->get<Light>(entity);
        if (light == nullptr || !isBaked(*light) || isSun(*light))
            continue;
        const auto place = worldTransform(*world, entity).position;
        const auto range = static_cast<double>(light->range);
        if (bounds.distanceTo(place) <= range && done.insert(entity).second)
            addFacesNear(place, range);
    }
}

/// What changed within the boxes only throws shadows: of plants, the light that comes in over other
/// faces hardly tells.
void LightingSystem::State::addFacesShadedBy(std::span<const Aabb> boxes)
{
    std::unordered_map<EntityId, std::vector<Aabb>> byLight;
    for (const auto& box : boxes)
        for (const auto entity : index.overlapping(box)) {
            const auto* light = world->get<Light>(entity);
            if (light != nullptr && isBaked(*light) && light->castShadows && !isSun(*light) &&
                box.distanceTo(worldTransform(*world, entity).position) <=
                    static_cast<double>(light->range))
                byLight[entity].push_back(box);
        }
    for (const auto& [entity, shading] : byLight) {
        const auto place = worldTransform(*world, entity).position;
        forEachFaceNear(place, static_cast<double>(world->get<Light>(entity)->range),
                        [&](EntityId solid, const Brush& brush, std::uint32_t face) {
                            for (const auto& box : shading)
                                if (auto part = shadowOn(brush, face, place, box); !part.isEmpty())
                                    addPart({solid, face}, part);
                        });
    }
}

/// Where what changed within the box may throw the shadow of the sun, or threw it.
void LightingSystem::State::addFacesInShadow(const Aabb& box, const Sun& sun, const Aabb& level)
{
    const auto widest = box.grown(sun.spread * glm::length(level.size()));
    for (const auto solid : index.overlapping(shadowWay(widest, sun.place, level))) {
        const auto part = litPartOf(*world, solid);
        const auto placed = brushAt(part.brush, part.place);
        for (std::uint32_t face = 0; placed && face < placed->faceCount(); ++face) {
            const double away = glm::distance(faceBounds(*placed, face).center(), box.center());
            if (auto shaded = shadowOn(*placed, face, sun.place, box.grown(sun.spread * away));
                !shaded.isEmpty())
                addPart({solid, face}, shaded);
        }
    }
}

/// Where it takes the light of the sky away, or gives back other light.
void LightingSystem::State::addFacesAround(const Aabb& box)
{
    const auto around = box.grown(SkyReach);
    for (const auto solid : index.overlapping(around)) {
        const auto part = litPartOf(*world, solid);
        const auto placed = brushAt(part.brush, part.place);
        for (std::uint32_t face = 0; placed && face < placed->faceCount(); ++face) {
            const auto bounds = faceBounds(*placed, face);
            const Aabb near{glm::max(bounds.min, around.min), glm::min(bounds.max, around.max)};
            if (bounds.intersects(around) && looksTo(placed->faces()[face].plane, box))
                addPart({solid, face}, near.grown(1e-3));
        }
    }
}

/// What changed is seen by the suns and the sky. Unlike a lamp, these do not make everything stale
/// that they light.
void LightingSystem::State::addShadowsFromAfar(std::span<const Aabb> shapes,
                                               std::span<const Aabb> plants)
{
    if (shapes.empty() && plants.empty())
        return;
    const auto level = index.bounds();
    std::vector<Sun> suns;
    bool hasSun = false;
    world->forEach<Light>([&](EntityId entity, const Light& light) {
        if (!isSun(light) || !isBaked(light) || isLeftOut(*world, entity))
            return;
        hasSun = true;
        const auto direction = lightDirection(worldTransform(*world, entity));
        if (light.castShadows)
            suns.push_back({farTowards(direction, level.center()), sunSpread(light)});
    });
    const auto* settings = world->get<SceneSettings>(SceneEntity);
    if (!hasSun && (settings == nullptr || !hasSkyLight(*settings)))
        return;
    for (const auto& box : shapes)
        addFacesAround(box);
    for (const auto& sun : suns)
        for (const auto& boxes : {shapes, plants})
            for (const auto& box : boxes)
                addFacesInShadow(box, sun, level);
}

/// After all that is stale as a whole.
void LightingSystem::State::addPart(const FaceKey& face, Aabb part)
{
    if (isAnew)
        anew.insert(face);
    if (!stale.insert(face).second && !parts.contains(face))
        return;
    constexpr std::size_t MostParts = 64; // more make one, so that views draw no thousands
    auto& known = parts[face];
    if (std::ranges::any_of(known, [&](const Aabb& box) { return box.contains(part); }))
        return;
    const bool isFull = known.size() >= MostParts;
    std::erase_if(known, [&](const Aabb& box) {
        if (isFull)
            part.add(box);
        return isFull || part.contains(box);
    });
    known.push_back(part);
}

/// Faces whose material throws back other light than when it was baked.
void LightingSystem::State::addRecolored()
{
    std::unordered_set<Name> recolored;
    for (const auto& [material, hash] : shown.reflections)
        if (world->meshes()->reflectionOf(material) != hash)
            recolored.insert(Name{material});
    if (recolored.empty())
        return;
    world->forEach<BrushComponent>([&](EntityId entity, const BrushComponent&) {
        const auto part = litPartOf(*world, entity);
        const auto count = part.brush ? part.brush->faceCount() : 0;
        bool isAny = false;
        for (std::uint32_t face = 0; face < count; ++face)
            if (recolored.contains(part.brush->faces()[face].material)) {
                mark({entity, face});
                isAny = true;
            }
        isAnew = true;
        if (isAny)
            addFacesInGlowOf(part);
        isAnew = false;
    });
}

void LightingSystem::State::collectStale()
{
    if (staleIsCurrent)
        return;
    staleIsCurrent = true;
    if (isAllStale())
        return collectAll();
    staleIsAll = false;
    stale.clear();
    parts.clear();
    anew.clear();
    moved.clear();
    indexChanged();
    for (auto at = shown.foreign.begin(); at != shown.foreign.end();) {
        const auto entity = at->first;
        const auto part = litPartOf(*world, entity); // once for all of its faces
        const auto count = part.brush ? part.brush->faceCount() : 0;
        for (; at != shown.foreign.end() && at->first == entity; ++at)
            if (at->second < count)
                stale.insert(stale.end(), *at);
    }
    anew = stale;
    const auto pairs = returned(sources);
    std::unordered_set<EntityId> paired;
    for (const auto& [entity, bakedAs] : pairs) {
        addReturned(entity, bakedAs);
        paired.insert({entity, bakedAs});
    }
    std::unordered_set<EntityId> done;
    std::vector<Aabb> shapes;
    for (const auto& [entity, source] : sources) {
        if (!paired.contains(entity))
            collectSource(entity, source, done, shapes);
    }
    moved = shapes;
    addFacesInGlowPast(shapes);
    std::vector<Aabb> plants;
    if (world->meshes() != nullptr) {
        addRecolored();
        plants = changedShadows(*shown.world, *world, *world->meshes(), shown.leaves, shown.shapes);
        isAnew = true;
        addFacesShadedBy(plants);
        isAnew = false;
    }
    addShadowsFromAfar(shapes, plants);
    moved.insert(moved.end(), plants.begin(), plants.end());
}

/// What one thing that is not as it was baked makes stale.
void LightingSystem::State::collectSource(EntityId entity,
                                          const StaleSource& source,
                                          std::unordered_set<EntityId>& done,
                                          std::vector<Aabb>& shapes)
{
    for (const auto face : source.repainted)
        mark({entity, face});
    isAnew = true;
    if (source.shape || !source.repainted.empty()) {
        addFacesInGlowOf(source.before);
        addFacesInGlowOf(source.after);
    }
    if (source.shape)
        addFaces(entity);
    isAnew = false;
    for (const auto* part : {&source.before, &source.after})
        if (const auto box = boundsOfPart(*part, world->meshes()); source.shape && !box.isEmpty()) {
            addFacesLitWith(box, done);
            shapes.push_back(box);
        }
    for (const auto* part : {&source.before, &source.after}) {
        if (!source.light || !part->light)
            continue;
        if (isSun(*part->light))
            addAllFaces();
        else
            addFacesNear(part->place.position, static_cast<double>(part->light->range));
    }
}
} // namespace engine
