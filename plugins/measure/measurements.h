#pragma once

#include "engine_core/base/signal.h"
#include "engine_core/math/types.h"

#include <vector>

namespace measure
{
/// One stretched tape.
struct Measurement
{
    engine::Vec3d from{0};
    engine::Vec3d to{0};

    [[nodiscard]] double length() const { return glm::length(to - from); } ///< metres
};

/// What was measured so far; shared by tool, panel and overlay. Not part of the scene.
class Measurements
{
public:
    [[nodiscard]] const std::vector<Measurement>& all() const { return m_all; }

    void add(const Measurement& measurement)
    {
        m_all.push_back(measurement);
        changed();
    }

    void clear()
    {
        m_all.clear();
        changed();
    }

    engine::Signal<> changed;

private:
    std::vector<Measurement> m_all;
};
} // namespace measure
