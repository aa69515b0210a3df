#include "engine_core/lighting/light_volume_bake.h"

#include <glm/gtc/packing.hpp>

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
constexpr double MostProbes = 4096;

double spacingFor(BakeQuality quality)
{
    switch (quality) {
    case BakeQuality::Draft:
        return 4;
    case BakeQuality::Preview:
        return 3;
    case BakeQuality::Final:
        break;
    }
    return 2;
}

LightProbe rounded(LightProbe probe)
{
    constexpr float Most = 6e4F; // what half floats hold
    for (auto& channel : probe.channels)
        for (int i = 0; i < 4; ++i)
            channel[i] =
                glm::unpackHalf1x16(glm::packHalf1x16(std::clamp(channel[i], -Most, Most)));
    return probe;
}

/// The mean of the open ones among the six neighbours; false if there are none.
bool mixNeighbours(const LightVolume& volume,
                   const std::vector<std::uint8_t>& isOpen,
                   std::size_t index,
                   LightProbe& mean)
{
    mean = {};
    float count = 0;
    std::size_t step = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto at = index / step % volume.size[axis];
        for (const bool up : {false, true}) {
            if (up ? at + 1 >= volume.size[axis] : at == 0)
                continue;
            const auto other = up ? index + step : index - step;
            if (isOpen[other] == 0)
                continue;
            for (std::size_t channel = 0; channel < mean.channels.size(); ++channel)
                mean.channels[channel] += volume.probes[other].channels[channel];
            count += 1;
        }
        step *= volume.size[axis];
    }
    for (auto& channel : mean.channels)
        channel /= std::max(count, 1.0F);
    return count > 0;
}
} // namespace

LightVolume layOutVolume(std::span<const StaticBrush> brushes, BakeQuality quality)
{
    LightVolume volume;
    Aabb bounds;
    for (const auto& brush : brushes)
        bounds.add(brush.brush->bounds());
    if (bounds.isEmpty())
        return volume;
    const auto extent = bounds.size();
    volume.spacing = spacingFor(quality);
    Vec3d count{0};
    for (;; volume.spacing *= 1.1) {
        for (int axis = 0; axis < 3; ++axis)
            count[axis] = std::max(std::ceil(extent[axis] / volume.spacing), 1.0);
        if (count.x * count.y * count.z <= MostProbes)
            break;
    }
    volume.origin = bounds.center() - (count - 1.0) * (volume.spacing / 2);
    for (std::size_t axis = 0; axis < 3; ++axis)
        volume.size[axis] = static_cast<std::uint32_t>(count[static_cast<int>(axis)]);
    volume.probes.resize(std::size_t{volume.size[0]} * volume.size[1] * volume.size[2]);
    return volume;
}

bool isInside(std::span<const StaticBrush> brushes, const Vec3d& place)
{
    return std::any_of(brushes.begin(), brushes.end(), [&](const StaticBrush& brush) {
        return brush.brush->bounds().contains(place) && brush.brush->contains(place, 0);
    });
}

void finishVolume(LightVolume& volume, std::vector<std::uint8_t> isOpen)
{
    for (bool isChanging = true; isChanging;) {
        isChanging = false;
        auto next = isOpen;
        for (std::size_t i = 0; i < volume.probes.size(); ++i) {
            LightProbe mean;
            if (isOpen[i] != 0 || !mixNeighbours(volume, isOpen, i, mean))
                continue;
            volume.probes[i] = mean;
            next[i] = 1;
            isChanging = true;
        }
        isOpen = std::move(next);
    }
    for (auto& probe : volume.probes)
        probe = rounded(probe);
}
} // namespace engine
