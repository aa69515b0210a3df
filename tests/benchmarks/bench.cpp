#include "tests/benchmarks/bench.h"

#include <algorithm>
#include <chrono>

namespace mapwright::bench
{
double medianMilliseconds(int repeats,
                          const std::function<void()>& work,
                          const std::function<void()>& prepare)
{
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) {
        if (prepare)
            prepare();
        const auto start = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::milli> took =
            std::chrono::steady_clock::now() - start;
        times.push_back(took.count());
    }
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2),
                     times.end());
    return times[times.size() / 2];
}
} // namespace mapwright::bench
