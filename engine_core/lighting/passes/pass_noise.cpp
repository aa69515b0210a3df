#include "engine_core/lighting/passes/pass_noise.h"

#include <cmath>

namespace engine
{
NoiseGoal noiseGoalOf(int pass, float noise, double meanDirect, std::span<const Vec3f> shown)
{
    constexpr double Darkest = 0.02; // of the mean: nobody sees noise there
    return {.error = noise * std::pow(0.5f, 0.5f * static_cast<float>(pass)),
            .darkest = static_cast<float>(Darkest * meanDirect),
            .shown = shown};
}

void addPass(std::span<const LuxelTracer::Gathered> gathered, BakeStats& stats)
{
    double squares = 0;
    double luxels = 0;
    for (const auto& each : gathered) {
        stats.rays += each.rays;
        squares += each.squaredErrors;
        luxels += each.luxels;
    }
    if (luxels > 0)
        stats.noise = std::hypot(stats.noise, std::sqrt(squares / luxels));
}
} // namespace engine
