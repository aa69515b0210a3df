#pragma once

#include "engine_core/geometry/brush.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

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

/// The shortest sequence that still fails: leaves out runs of steps, long ones first, as long as
/// `fails` stays true of what is left (delta debugging, Zeller and Hildebrandt 2002).
template <typename T, typename Fails>
[[nodiscard]] std::vector<T> shrunk(std::vector<T> sequence, const Fails& fails)
{
    for (auto run = std::max<std::size_t>(sequence.size() / 2, 1); run > 0;) {
        bool isShorter = false;
        for (std::size_t at = 0; at + run <= sequence.size();) {
            auto without = sequence;
            const auto from = without.begin() + static_cast<std::ptrdiff_t>(at);
            without.erase(from, from + static_cast<std::ptrdiff_t>(run));
            if (fails(without)) {
                sequence = std::move(without);
                isShorter = true;
            } else {
                at += run;
            }
        }
        if (!isShorter || run > 1)
            run /= 2;
    }
    return sequence;
}

/// Planes that cut near the place: along the axes and slanted.
[[nodiscard]] engine::Plane randomPlane(Dice& dice, const engine::Vec3d& near);
} // namespace mapwright::test
