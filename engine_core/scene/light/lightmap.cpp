#include "engine_core/scene/light/lightmap.h"

#include "engine_core/scene/light/body_hash.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>

namespace engine
{
Vec3d LightVolume::placeOf(std::size_t probe) const
{
    const Vec3d steps{static_cast<double>(probe % size[0]),
                      static_cast<double>(probe / size[0] % size[1]),
                      static_cast<double>(probe / size[0] / size[1])};
    return origin + steps * spacing;
}

LightProbe LightVolume::at(const Vec3d& place) const
{
    std::array<std::size_t, 3> low{};
    std::array<std::size_t, 3> high{};
    Vec3f f{0};
    for (int axis = 0; axis < 3; ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        const double last = static_cast<double>(size[i]) - 1;
        const double steps = (place[axis] - origin[axis]) / spacing;
        // A place that is no number, as a script may give one, reads the rim.
        const double at = steps > 0 ? std::min(steps, last) : 0.0;
        low[i] = static_cast<std::size_t>(at);
        high[i] = std::min<std::size_t>(low[i] + 1, size[i] - 1);
        f[axis] = static_cast<float>(at - static_cast<double>(low[i]));
    }
    LightProbe sum;
    for (unsigned corner = 0; corner < 8; ++corner) {
        float share = 1;
        std::size_t index = 0;
        for (std::size_t i = 3; i-- > 0;) {
            const bool isHigh = ((corner >> i) & 1U) != 0;
            share *= isHigh ? f[static_cast<int>(i)] : 1 - f[static_cast<int>(i)];
            index = index * size[i] + (isHigh ? high[i] : low[i]);
        }
        for (std::size_t channel = 0; channel < sum.channels.size(); ++channel)
            sum.channels[channel] += probes[index].channels[channel] * share;
    }
    return sum;
}

EntityId Lightmap::chartsOf(EntityId brush, const Brush& placed) const
{
    const auto own = charts.lower_bound({brush, 0});
    if (bodies.empty() || (own != charts.end() && own->first.first == brush))
        return brush;
    const auto at = bodies.find(bodyHash(placed));
    return at != bodies.end() ? at->second : brush;
}

const LightProbe*
Lightmap::probeOf(EntityId entity, const MeshShape& model, const Transform& place) const
{
    auto at = probes.find(entity);
    if (at == probes.end() && !bodies.empty())
        if (const auto body = bodies.find(bodyHash(model, place)); body != bodies.end())
            at = probes.find(body->second);
    return at != probes.end() ? &at->second : nullptr;
}

Vec3f lightOf(const LightProbe& probe, const Vec3f& normal)
{
    const Vec4f n{normal, 1};
    return glm::max(Vec3f{glm::dot(probe.channels[0], n), glm::dot(probe.channels[1], n),
                          glm::dot(probe.channels[2], n)},
                    Vec3f{0});
}
} // namespace engine
