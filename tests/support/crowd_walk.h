#pragma once

#include "engine_core/navigation/nav_crowd.h"

#include <functional>
#include <vector>

namespace mapwright::test
{
inline constexpr double CrowdTick = 1.0 / 60; ///< seconds

/// What a crowd does, step by step.
struct CrowdWalk
{
    engine::NavCrowd& crowd;
    std::vector<engine::CrowdEvent> events{};
    int steps = 0;

    /// Until so many events came, or the time is over. True if they came.
    bool untilEvents(std::size_t count, double seconds, const std::function<void()>& look = {})
    {
        for (const int end = steps + static_cast<int>(seconds / CrowdTick);
             steps < end && events.size() < count; ++steps) {
            for (auto& event : crowd.step(CrowdTick))
                events.push_back(std::move(event));
            if (look)
                look();
        }
        return events.size() >= count;
    }

    void seconds(double time) { untilEvents(std::size_t(-1), time); }
};

/// Metres over ground.
inline double across(const engine::Vec3d& a, const engine::Vec3d& b)
{
    return glm::length(engine::Vec2d{a.x - b.x, a.z - b.z});
}
} // namespace mapwright::test
