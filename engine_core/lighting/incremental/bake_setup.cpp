#include "engine_core/lighting/incremental/bake_setup.h"

#include "engine_core/assets/images/picture_holes.h"
#include "engine_core/assets/material_loader.h"

#include <tbb/task_arena.h>

#include <array>
#include <cmath>
#include <numeric>
#include <set>

namespace engine
{
int bouncesFor(const BakeInput& input, const BakeOptions& options)
{
    if (options.bounces >= 0)
        return options.bounces;
    switch (options.quality) {
    case BakeQuality::Draft:
        return 1;
    case BakeQuality::Preview:
        return 2;
    case BakeQuality::Final:
        break;
    }
    return std::max(input.settings.lightBounces, 0);
}

int samplesFor(const BakeInput& input, const BakeOptions& options)
{
    if (options.samples > 0)
        return options.samples;
    switch (options.quality) {
    case BakeQuality::Draft:
        return 16;
    case BakeQuality::Preview:
        return 32;
    case BakeQuality::Final:
        break;
    }
    return std::max(input.settings.lightSamples, 1);
}

float noiseFor(const BakeInput& input, const BakeOptions& options)
{
    if (options.noise > 0)
        return std::max(options.noise, 0.001f);
    const bool isSet = options.samples == 0 && options.quality == BakeQuality::Final &&
                       input.settings.lightNoise > 0;
    return isSet ? std::max(input.settings.lightNoise / 100, 0.001f) : 0.0f;
}

ContentHash raysHash(const BakeInput& input, const BakeOptions& options)
{
    const float noise = noiseFor(input, options);
    return Hasher{}
        .add(noise)
        .add(noise > 0 ? 0 : samplesFor(input, options))
        .add(options.seed)
        .add(options.denoise)
        .result();
}

Vec3f albedoOf(const BakeInput& input, Name material)
{
    const auto at = input.albedo.find(material);
    if (at == input.albedo.end() || !isFinite(Vec3d{at->second}))
        return Vec3f{0.5f};
    return glm::clamp(at->second, Vec3f{0}, Vec3f{1});
}

BakePictures readPictures(const BakeInput& input)
{
    BakePictures pictures{input.pierced, input.glow};
    for (const auto& [material, picture] : input.piercedPictures)
        if (const auto decoded = decodeImage(picture.file); decoded.image)
            pictures.pierced.emplace(
                material, std::make_shared<const AlphaMask>(*decoded.image, picture.least));
    for (const auto& [material, file] : input.glowPictures)
        if (const auto decoded = decodeImage(file); decoded.image)
            pictures.glow[material] *= decoded.linearMean;
    return pictures;
}

LeafHashes leafHashes(const BakeInput& input)
{
    LeafHashes hashes;
    std::set<const MeshShape*> shapes;
    for (const auto& group : input.plants) {
        if (!shapes.insert(group.mesh.get()).second)
            continue;
        for (const auto& face : group.mesh->mesh().faces) {
            const auto [hash, isNew] = hashes.try_emplace(face.material.text(), 0);
            const auto picture = input.leaves.find(face.material);
            if (isNew && picture != input.leaves.end() && picture->second)
                hash->second = holesHash(*picture->second);
        }
    }
    return hashes;
}

FaceInputs faceInputsOf(const BakeInput& input, std::span<const StaticBrush> brushes)
{
    return FaceInputs{{.brushes = brushes,
                       .lights = input.lights,
                       .meshes = input.meshes,
                       .plants = input.plants,
                       .settings = input.settings,
                       .glowOf = [&input](Name material) {
                           const auto known = input.glowOf.find(material);
                           return known != input.glowOf.end() ? known->second : 0.0f;
                       }}};
}

std::uint16_t toShare(double share)
{
    return static_cast<std::uint16_t>(std::lround(std::clamp(share, 0.0, 1.0) * 65535));
}

double meanLight(std::span<const Vec3f> luxels)
{
    double sum = 0;
    for (const auto& luxel : luxels)
        sum += static_cast<double>(luxel.x + luxel.y + luxel.z);
    return luxels.empty() ? 0 : sum / (3.0 * static_cast<double>(luxels.size()));
}

ChartBounces bouncesOf(std::span<const double> layers, const Vec3f& albedo)
{
    ChartBounces bounces;
    for (std::size_t i = 0; i < bounces.albedo.size(); ++i)
        bounces.albedo[i] = toShare(static_cast<double>(albedo[static_cast<int>(i)]));
    const double all = std::accumulate(layers.begin(), layers.end(), 0.0);
    if (!(all > 0))
        return bounces;
    std::array<double, ChartBounces::Layers> shares{};
    for (std::size_t i = 0; i < layers.size(); ++i)
        shares[std::min(i, shares.size() - 1)] += layers[i] / all;
    std::transform(shares.begin(), shares.end(), bounces.shares.begin(), toShare);
    return bounces;
}
} // namespace engine
