#pragma once

#include "engine_core/math/types.h"

namespace engine
{
/// Snaps places to multiples of a step in metres. A step of 0 or less does not snap.
struct Grid
{
    double step = 0.25;
    bool enabled = true;

    [[nodiscard]] double snap(double value) const
    {
        return isActive() ? std::round(value / step) * step : value;
    }

    [[nodiscard]] double snapDown(double value) const
    {
        return isActive() ? std::floor(value / step + 1e-9) * step : value;
    }

    [[nodiscard]] double snapUp(double value) const
    {
        return isActive() ? std::ceil(value / step - 1e-9) * step : value;
    }

    [[nodiscard]] Vec3d snap(const Vec3d& p) const { return {snap(p.x), snap(p.y), snap(p.z)}; }

    [[nodiscard]] bool isActive() const { return enabled && step > 0; }
};
} // namespace engine
