#pragma once

#include <chrono>

namespace engine
{
/// Adds the milliseconds of its life to a figure.
class Stopwatch
{
public:
    explicit Stopwatch(double& milliseconds) : m_milliseconds{milliseconds} {}

    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

    ~Stopwatch()
    {
        const std::chrono::duration<double, std::milli> took = Clock::now() - m_start;
        m_milliseconds += took.count();
    }

private:
    using Clock = std::chrono::steady_clock;

    double& m_milliseconds;
    Clock::time_point m_start = Clock::now();
};
} // namespace engine
