#pragma once

#include "engine_core/geometry/brush.h"

#include <cstdint>
#include <random>
#include <string>

namespace mapwright::test
{
/// Random numbers that are the same on every machine for the same seed.
class Dice
{
public:
    explicit Dice(std::uint64_t seed) : m_engine{seed} {}

    /// From 0 to limit - 1.
    std::size_t below(std::size_t limit) { return m_engine() % limit; }

    double between(double low, double high)
    {
        return low + (high - low) * static_cast<double>(m_engine() >> 11U) * 0x1p-53;
    }

    bool chance(double share) { return between(0, 1) < share; }

    engine::Vec3d place(double reach)
    {
        const double x = between(-reach, reach);
        const double y = between(-reach, reach);
        return {x, y, between(-reach, reach)};
    }

    /// On the quarter-metre grid, as people mostly work.
    engine::Vec3d gridPlace(double reach) { return glm::round(place(reach) * 4.0) / 4.0; }

    engine::Vec3d direction();

private:
    std::mt19937_64 m_engine;
};

/// The first promise of brush.h that the brush breaks (see brush_promises.h); empty if it keeps
/// all.
[[nodiscard]] std::string problemOf(const engine::Brush& brush);

/// An upright prism of n sides around `center` with a world-aligned mapping.
[[nodiscard]] engine::Brush makePrism(const engine::Vec3d& center,
                                      double radius,
                                      double height,
                                      int sides,
                                      engine::Name material = {});

/// Boxes on the grid and beside it, turned boxes, prisms and random convex solids, a few metres big
/// and at most `reach` metres from the origin.
[[nodiscard]] engine::Brush randomBrush(Dice& dice, double reach);

/// Planes that cut near the place: along the axes and slanted.
[[nodiscard]] engine::Plane randomPlane(Dice& dice, const engine::Vec3d& near);
} // namespace mapwright::test
