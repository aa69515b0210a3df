#include "engine_core/foliage/density/painted_weights.h"

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
/// A weight needs no scale: its first number holds it, in such steps.
constexpr double Steps = 4096;

/// Places of the world fit into 21 bits each way.
std::uint64_t keyOf(const WeightColumn& column)
{
    constexpr std::uint64_t Mask = (1U << 21U) - 1;
    const auto bits = [&](std::int32_t v) {
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(v)) & Mask;
    };
    return (bits(column.x) << 42U) | (bits(column.y) << 21U) | bits(column.z);
}

} // namespace

/// Storeys are counted from half of one below 0, since floors like to lie at 0.
WeightColumn weightColumnOf(const Vec3d& place)
{
    return {static_cast<std::int32_t>(std::floor(place.x / PaintedWeights::Side)),
            static_cast<std::int32_t>(std::floor(place.y / PaintedWeights::Height + 0.5)),
            static_cast<std::int32_t>(std::floor(place.z / PaintedWeights::Side))};
}

Vec3d middleOf(const WeightColumn& column)
{
    return {(column.x + 0.5) * PaintedWeights::Side, column.y * PaintedWeights::Height,
            (column.z + 0.5) * PaintedWeights::Side};
}

double paintedWeight(const FoliageInstance& instance)
{
    return std::min(instance.scale[0] / Steps, 1.0);
}

FoliageInstance makeWeight(const WeightColumn& column, double weight)
{
    FoliageInstance instance;
    instance.position = Vec3f{middleOf(column)};
    instance.type = 255;
    instance.flags = FoliageWeight;
    instance.scale[0] = static_cast<std::uint16_t>(std::lround(weight * Steps));
    return instance;
}

PaintedWeights::PaintedWeights(const FoliageInstances& standing)
{
    if (standing.weights() == 0)
        return;
    for (const auto& [key, chunk] : standing.cells()) {
        if (chunk->weights == 0)
            continue;
        for (const auto& instance : chunk->instances)
            if (instance.isWeight())
                m_weights[keyOf(weightColumnOf(Vec3d{instance.position}))] =
                    static_cast<float>(paintedWeight(instance));
    }
}

double PaintedWeights::at(const Vec3d& place) const
{
    if (m_weights.empty())
        return 1;
    const auto corner = weightColumnOf(place - Vec3d{Side / 2, 0, Side / 2});
    const auto f = (place - middleOf(corner)) / Side;
    const auto share = [&](std::int32_t dx, std::int32_t dz) {
        const auto found = m_weights.find(keyOf({corner.x + dx, corner.y, corner.z + dz}));
        return found == m_weights.end() ? 1.0 : double{found->second};
    };
    return glm::mix(glm::mix(share(0, 0), share(1, 0), f.x),
                    glm::mix(share(0, 1), share(1, 1), f.x), f.z);
}
} // namespace engine
