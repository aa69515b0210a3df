#include "engine_core/lighting/bake_recorder.h"
#include "engine_core/lighting/lit_part.h"
#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/layer.h"
#include "engine_core/scene/patches/shown_mesh.h"
#include "engine_core/scene/world/world.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace engine
{
namespace
{
/// What may cut holes into the plants: the pictures of all their materials.
LeafPictures collectLeaves(std::span<const BakePlants> plants, AssetDatabase& assets)
{
    std::set<const MeshShape*> shapes;
    std::set<Name> names;
    for (const auto& group : plants)
        if (shapes.insert(group.mesh.get()).second)
            for (const auto& face : group.mesh->mesh().faces)
                names.insert(face.material);
    assets.prepareMaterials(std::vector<Name>{names.begin(), names.end()});
    LeafPictures leaves;
    for (const auto& name : names)
        if (const auto file = assets.material(name)->color; !file.empty())
            leaves.emplace(name, assets.image(file));
    return leaves;
}

/// Of 255, as the renderer compares it with the cutoff.
std::uint8_t leastAlpha(float cutoff)
{
    return static_cast<std::uint8_t>(std::ceil(std::clamp(cutoff, 0.0F, 1.0F) * 255));
}

void collectMaterial(Name name, const World& world, AssetDatabase& assets, BakeInput& input)
{
    const auto material = assets.material(name);
    const auto traits = world.surfaces().of(name);
    input.albedo.emplace(name, material->meanAlbedo);
    input.reflections.emplace(name.text(), assets.reflectionOf(name.text()));
    const auto& finish = material->finish;
    if (const float glow = assets.glowOf(name.text()); glow > 0) {
        input.glowOf.emplace(name, glow);
        input.glow.emplace(name, finish.glowColor);
        if (!finish.glow.empty())
            input.glowPictures.emplace(name, finish.glow);
    }
    if (!traits.seen)
        input.unseen.insert(name);
    if (!traits.castsShadow || finish.opacity == Opacity::Blend)
        input.clear.insert(name);
    else if (finish.opacity == Opacity::Mask && !material->color.empty())
        input.piercedPictures.emplace(name,
                                      PictureWithHoles{material->color, leastAlpha(finish.cutoff)});
}
} // namespace

BakeLight bakeLightOf(const World& world, EntityId entity, const Light& light)
{
    const auto place = worldTransform(world, entity);
    return {place.position, light, lightRotation(place), {}};
}

void readProfiles(std::span<BakeLight> lights, AssetDatabase& assets)
{
    for (auto& light : lights)
        if (hasProfile(light.light))
            light.profile = assets.lightProfile(light.light.profile.path);
}

BakeInput collectBakeInput(const World& world, AssetDatabase& assets)
{
    BakeInput input;
    input.brushes = staticBrushes(world);
    std::erase_if(input.brushes, [&](const StaticBrush& brush) {
        return !brush.brush || !isInBake(world, brush.entity, *brush.brush);
    });
    world.forEach<Light>([&](EntityId entity, const Light& light) {
        if (isBaked(light) && !isLeftOut(world, entity))
            input.lights.push_back(bakeLightOf(world, entity, light));
    });
    readProfiles(input.lights, assets);
    for (auto& mesh : staticMeshes(world, assets)) {
        if (isLeftOut(world, mesh.entity))
            continue;
        const bool casts = meshCastsShadows(world, mesh.entity);
        input.meshes.push_back({std::move(mesh), casts});
    }
    input.plants = collectBakePlants(world, assets);
    input.leaves = collectLeaves(input.plants, assets);
    for (const auto& brush : input.brushes)
        for (const auto& face : brush.brush->faces())
            if (!input.albedo.contains(face.material))
                collectMaterial(face.material, world, assets, input);
    if (const auto* settings = world.get<SceneSettings>(SceneEntity))
        input.settings = *settings;
    return input;
}

std::vector<StaticBrush> brushesToBake(const BakeInput& input)
{
    std::vector<StaticBrush> brushes;
    brushes.reserve(input.brushes.size());
    for (const auto& brush : input.brushes)
        if (auto placed = brushAt(brush.brush, brush.place))
            brushes.push_back({brush.entity, std::move(placed), {}});
    return brushes;
}

double bakeDensity(const BakeInput& input, BakeQuality quality)
{
    const auto density = static_cast<double>(input.settings.luxelsPerMetre);
    switch (quality) {
    case BakeQuality::Draft:
        return density * 0.25;
    case BakeQuality::Preview:
        return density * 0.5;
    case BakeQuality::Final:
        break;
    }
    return density;
}
} // namespace engine
