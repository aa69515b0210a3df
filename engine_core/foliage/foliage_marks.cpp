#include "engine_core/foliage/foliage_marks.h"

#include "engine_core/foliage/foliage_planting.h"

#include <algorithm>
#include <cmath>

namespace engine
{
namespace
{
/// A mark needs no scale: its numbers hold its reach and the lattice of that time.
constexpr double StepsPerMetre = 1000;
/// Just below the distance of two places, so that a single mark leaves its neighbours alone.
constexpr double WithoutNeighbours = 0.98;
} // namespace

FoliageMarks::FoliageMarks(const World& world, EntityId layer)
{
    m_kinds.resize(256);
    for (const auto& species : foliageSpecies(world, layer, {}))
        m_kinds[species.slot] = {species.distances().own * WithoutNeighbours, species.lattice.count,
                                 latticeSide(species.lattice.side)};
}

std::optional<FoliageInstance> FoliageMarks::markFor(const FoliageInstance& plant) const
{
    if (!plant.isByRule() || m_kinds.empty())
        return std::nullopt;
    auto mark = plant;
    mark.flags = FoliageMark;
    mark.yaw = 0;
    mark.pitch = 0;
    const auto& kind = m_kinds[plant.type];
    const double steps = std::clamp(kind.reach * StepsPerMetre, 1.0, 65535.0);
    mark.scale = {static_cast<std::uint16_t>(steps), static_cast<std::uint16_t>(kind.count),
                  kind.side};
    return mark;
}

FoliageMarkReach markReach(const FoliageInstance& mark)
{
    return {mark.scale[0] / StepsPerMetre, mark.scale[1], mark.scale[2]};
}

std::uint16_t latticeSide(double side)
{
    constexpr double Steps = 8; // a metre
    return static_cast<std::uint16_t>(std::lround(std::clamp(side * Steps, 1.0, 65535.0)));
}

double greatestMarkReach(const FoliageInstances& instances)
{
    double greatest = 0;
    for (const auto& cell : instances.cells())
        if (cell.chunk->marks > 0)
            for (const auto& instance : cell.chunk->instances)
                if (instance.isMark())
                    greatest = std::max(greatest, markReach(instance).reach);
    return greatest * FoliageMarkReach::LaterFactor;
}
} // namespace engine
