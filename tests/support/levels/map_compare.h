#pragma once

#include "engine_core/scene/world/world.h"

#include <cstddef>
#include <string>

namespace mapwright::test
{
/// How far the brushes of two maps are from each other where it is worst, in world space. Curved
/// patches are compared as well.
struct MapDeviation
{
    static constexpr double MostCorner = 1e-4; ///< promised, metres
    static constexpr double MostPoint = 1e-4 / 32; ///< metres; promised: 1e-4 units of patches
    static constexpr double MostTexel = 1e-3;  ///< promised, texels of textures 64 wide and high

    std::size_t brushes = 0;
    double corner = 0; ///< metres between corners that belong together
    double texel = 0;  ///< between the texture coordinates there
    /// Empty, or the first brush or patch that has no counterpart with as many faces and corners,
    /// the same materials and everything within the promises.
    std::string difference;
};

[[nodiscard]] MapDeviation mapDeviation(const engine::World& a, const engine::World& b);

/// The first difference beyond the promises; empty if there is none.
[[nodiscard]] std::string mapDifference(const engine::World& a, const engine::World& b);
} // namespace mapwright::test
