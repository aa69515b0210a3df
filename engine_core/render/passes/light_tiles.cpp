#include "engine_core/render/passes/light_tiles.h"

#include "engine_core/scene/light/light_style.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine
{
namespace
{
struct PixelBox
{
    double left, top, right, bottom;
};

/// The pixels that a sphere can cover; all of them where the camera is near or inside.
PixelBox pixelsOf(const Frame& frame, const Vec3d& center, double radius)
{
    const auto& camera = frame.request.camera;
    const double width = frame.request.width;
    const double height = frame.request.height;
    const auto local = center - camera.position;
    const double depth = glm::dot(local, camera.forward());
    if (!camera.orthographic && depth - radius < camera.nearPlane)
        return {0, 0, width, height};
    // The corners of a box about the sphere, turned like the camera: none of them is behind it.
    PixelBox box{width, height, 0, 0};
    for (unsigned i = 0; i < 8; ++i) {
        const auto corner = center + camera.right() * ((i & 1U) != 0 ? radius : -radius) +
                            camera.up() * ((i & 2U) != 0 ? radius : -radius) +
                            camera.forward() * ((i & 4U) != 0 ? radius : -radius);
        const auto at = camera.project(corner, width, height);
        if (!at)
            return {0, 0, width, height};
        box = {std::min(box.left, at->x), std::min(box.top, at->y), std::max(box.right, at->x),
               std::max(box.bottom, at->y)};
    }
    return box;
}

/// `share` is what its style leaves of it now.
GpuLight toGpu(const Light& light, const Transform& place, double share)
{
    const float strength = strengthOf(light) * static_cast<float>(share);
    const LightCone cone{light};
    GpuLight result;
    result.place = Vec4f{Vec3f{place.position}, light.range};
    result.color = {light.color.r * strength, light.color.g * strength, light.color.b * strength,
                    isBaked(light) ? 1.F : 0.F};
    result.axis = Vec4f{Vec3f{lightDirection(place)}, isSun(light) ? 1.F : 0.F};
    result.cone = {cone.scale, cone.offset, 0, 0};
    // From near by a live area looks like a spot in its middle that shines as a face does.
    if (light.kind == LightKind::Area)
        result.cone = {1, 0, 1, 0};
    return result;
}

struct Candidate
{
    GpuLight light;
    EntityId entity;
    double distance = 0;
};

std::vector<Candidate> findLights(const DrawnScene& scene, const Frame& frame, bool includeHidden)
{
    std::vector<Candidate> found;
    for (const auto& object : scene.objects()) {
        if (object.kind != ObjectKind::Light || (object.hidden && !includeHidden))
            continue;
        const auto* light = scene.world().get<Light>(object.entity);
        if (light == nullptr || !(strengthOf(*light) > 0) ||
            (!(light->range > 0) && !isSun(*light)))
            continue;
        const auto place = scene.placeOf(object.entity);
        const auto now = scene.gameSeconds();
        const double share = now ? styleShare(*light, *now, object.entity.value) : 1;
        const auto away = glm::length(place.position - frame.request.camera.position);
        if (isSun(*light))
            found.push_back({toGpu(*light, place, share), object.entity,
                             std::numeric_limits<double>::lowest()});
        else if (frame.frustum.touchesSphere(Vec3f{place.position}, light->range))
            found.push_back({toGpu(*light, place, share), object.entity,
                             away - static_cast<double>(light->range)});
    }
    if (found.size() > MostLights) {
        std::nth_element(found.begin(), found.begin() + MostLights, found.end(),
                         [](const auto& a, const auto& b) { return a.distance < b.distance; });
        found.resize(MostLights);
    }
    return found;
}

/// Sets the light's bit in each slice and tile that it reaches.
void addToMasks(LightTiles& tiles, const Frame& frame, std::size_t index, int rows)
{
    const auto& light = tiles.lights[index];
    const auto& request = frame.request;
    const bool isEverywhere = light.axis.w > 0;
    const std::uint32_t bit = 1U << (index % 32);
    const auto at = [&](std::size_t mask) -> std::uint32_t& {
        return tiles.masks[mask * tiles.words + index / 32];
    };
    const auto range = static_cast<double>(light.place.w);
    const double ahead =
        glm::dot(Vec3d{light.place} - request.camera.position, request.camera.forward());
    // A shader's logarithm may fall on the other side of a border.
    const double spare = 1e-3 * (std::abs(ahead) + range);
    const auto first = isEverywhere ? 0 : depthSliceOf(ahead - range - spare);
    const auto last = isEverywhere ? DepthSlices - 1 : depthSliceOf(ahead + range + spare);
    for (auto slice = first; slice <= last; ++slice)
        at(slice) |= bit;
    const auto box = isEverywhere ? PixelBox{0, 0, static_cast<double>(request.width),
                                             static_cast<double>(request.height)}
                                  : pixelsOf(frame, Vec3d{light.place}, range);
    const auto tile = [](double pixel, int most) {
        return static_cast<int>(std::clamp(pixel / TilePixels, 0.0, most - 1.0));
    };
    for (int y = tile(box.top, rows); y <= tile(box.bottom, rows); ++y)
        for (int x = tile(box.left, tiles.columns); x <= tile(box.right, tiles.columns); ++x)
            at(DepthSlices + static_cast<std::size_t>(y * tiles.columns + x)) |= bit;
}
} // namespace

std::size_t depthSliceOf(double ahead)
{
    constexpr double Nearest = 0.5; // metres; all that is nearer shares the first
    constexpr double PerDoubling = 3;
    if (!(ahead > Nearest))
        return 0;
    return std::min(static_cast<std::size_t>(std::log2(ahead / Nearest) * PerDoubling),
                    DepthSlices - 1);
}

LightTiles cullLights(const DrawnScene& scene, const Frame& frame, bool includeHidden)
{
    auto found = findLights(scene, frame, includeHidden);
    const auto firstBaked = std::partition(found.begin(), found.end(), [](const auto& candidate) {
        return candidate.light.color.w < 0.5F;
    });
    LightTiles result;
    result.live = static_cast<std::size_t>(firstBaked - found.begin());
    result.words = std::max<std::size_t>((found.size() + 31) / 32, 1);
    result.columns = (frame.request.width + TilePixels - 1) / TilePixels;
    const int rows = (frame.request.height + TilePixels - 1) / TilePixels;
    const auto tiles = static_cast<std::size_t>(result.columns) * static_cast<std::size_t>(rows);
    result.masks.resize((DepthSlices + tiles) * result.words);
    for (const auto& each : found) {
        result.lights.push_back(each.light);
        result.entities.push_back(each.entity);
        addToMasks(result, frame, result.lights.size() - 1, rows);
    }
    return result;
}
} // namespace engine
