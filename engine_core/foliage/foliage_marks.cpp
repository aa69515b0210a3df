#include "engine_core/foliage/foliage_marks.h"

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

/// Plants of a kind that shares its lattice are farther apart than that lattice's points: what
/// comes later has to find no gap between the marks of the kind.
double markReachOf(const FoliageSpecies& species)
{
    const double own = ownMarkReach(species);
    const auto& lattice = species.lattice;
    if (!lattice.isShared || lattice.begin == lattice.end)
        return own;
    const double apart = PointTile::shared().spacingOf(PointTile::Count) *
                         std::sqrt(PointTile::Count / lattice.density());
    return std::max(own, apart * WithoutNeighbours);
}
} // namespace

FoliageMarks::FoliageMarks(const World& world, EntityId layer)
{
    m_kinds.resize(256);
    for (const auto& species : foliageSpecies(world, layer, {}))
        m_kinds[species.slot] = {markReachOf(species), species.lattice.count,
                                 latticeName(species.lattice)};
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
                  kind.lattice};
    return mark;
}

FoliageMarkReach markReach(const FoliageInstance& mark)
{
    return {mark.scale[0] / StepsPerMetre, mark.scale[1], mark.scale[2]};
}

double ownMarkReach(const FoliageSpecies& species)
{
    return species.distances().own * WithoutNeighbours;
}

std::uint16_t latticeName(const PointLattice& lattice)
{
    constexpr double Steps = 8; // a metre
    const auto side =
        static_cast<std::uint16_t>(std::lround(std::clamp(lattice.side * Steps, 1.0, 65535.0)));
    if (!lattice.isShared)
        return side;
    // Ranks follow those of the kind's own lattice, whose tiles may have another width.
    const double ranks =
        static_cast<double>(lattice.count) / std::max(lattice.end - lattice.begin, 1U);
    const auto scale = static_cast<std::uint32_t>(std::lround(std::log2(ranks)) + 64);
    return static_cast<std::uint16_t>(
        mixBits(lattice.seed ^ mixBits(side + mixBits(lattice.begin + (scale << 16U)))));
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
