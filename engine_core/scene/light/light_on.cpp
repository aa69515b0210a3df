#include "engine_core/scene/light/light_on.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
/// In steps of the grid. The place is read so far in front of the face, and probes count in full
/// from so far on.
constexpr double InFront = 0.25;
/// Share of probes behind the face: what is read where there are no others.
constexpr double Behind = 1e-4;

/// In steps of the grid, within it.
Vec3d stepsTo(const LightVolume& volume, const Vec3d& place)
{
    Vec3d steps{0};
    for (int axis = 0; axis < 3; ++axis) {
        const double last = static_cast<double>(volume.size[static_cast<std::size_t>(axis)]) - 1;
        const double at = (place[axis] - volume.origin[axis]) / volume.spacing;
        steps[axis] = at > 0 ? std::min(at, last) : 0; // also where it is no number
    }
    return steps;
}

double shareOf(const Vec3d& probe, const Vec3d& face, const Vec3d& normal)
{
    const double ahead = glm::dot(probe - face, normal) / InFront;
    return ahead > Behind ? std::min(ahead, 1.0) : Behind;
}

/// From 0 away from the light to all of it towards it, with the same mean over the sphere and
/// nearly the same gradient as the straight line of lightOf(), which is below 0 away from the
/// light.
float lightFrom(const Vec4f& channel, const Vec3f& normal)
{
    const float mean = channel.w;
    const float gradient = glm::length(Vec3f{channel});
    if (!(mean > 0))
        return 0;
    if (!(gradient > 0))
        return mean;
    const float focus = std::min(gradient / (2 * mean), 1.0F);
    const float power = 1 + 2 * focus;
    const float even = (1 - focus) / (1 + focus);
    const float towards =
        std::clamp(0.5F + 0.5F * glm::dot(Vec3f{channel} / gradient, normal), 0.0F, 1.0F);
    return mean * (even + (1 - even) * (power + 1) * std::pow(towards, power));
}
} // namespace

Vec3f lightOn(const LightVolume& volume, const Vec3d& place, const Vec3d& normal)
{
    const auto face = (place - volume.origin) / volume.spacing;
    const auto at = stepsTo(volume, place + normal * (InFront * volume.spacing));
    const auto low = glm::floor(at);
    LightProbe sum;
    double shares = 0;
    for (unsigned corner = 0; corner < 8; ++corner) {
        Vec3d probe{0};
        double share = 1;
        std::size_t index = 0;
        for (int axis = 2; axis >= 0; --axis) {
            probe[axis] = low[axis] + ((corner >> static_cast<unsigned>(axis)) & 1U);
            share *= 1 - std::abs(at[axis] - probe[axis]);
            index = index * volume.size[static_cast<std::size_t>(axis)] +
                    static_cast<std::size_t>(probe[axis]);
        }
        if (share <= 0) // such as those beyond the rim
            continue;
        share *= shareOf(probe, face, normal);
        shares += share;
        for (std::size_t channel = 0; channel < sum.channels.size(); ++channel)
            sum.channels[channel] +=
                volume.probes[index].channels[channel] * static_cast<float>(share);
    }
    Vec3f light{0};
    for (int channel = 0; channel < 3; ++channel)
        light[channel] =
            lightFrom(sum.channels[static_cast<std::size_t>(channel)] / static_cast<float>(shares),
                      Vec3f{normal});
    return light;
}
} // namespace engine
