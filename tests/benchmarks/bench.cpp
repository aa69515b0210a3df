#include "tests/benchmarks/bench.h"

#include <algorithm>
#include <chrono>

namespace mapwright::bench
{
namespace
{
double millisecondsOf(const std::function<void()>& work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    return took.count();
}
} // namespace

double medianOf(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

Row promised(std::string name, std::string work, double value, double promise, std::string unit)
{
    return {std::move(name),
            std::move(work),
            value,
            std::move(unit),
            promise,
            value / promise,
            "the promise; value / baseline"};
}

double medianMilliseconds(int repeats,
                          const std::function<void()>& work,
                          const std::function<void()>& prepare)
{
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) {
        if (prepare)
            prepare();
        times.push_back(millisecondsOf(work));
    }
    return medianOf(std::move(times));
}

std::pair<double, double> medianMillisecondsInTurn(int repeats,
                                                   const std::function<void()>& work,
                                                   const std::function<void()>& baseline,
                                                   const std::function<void()>& prepare)
{
    std::vector<double> times;
    std::vector<double> baselines;
    for (int i = 0; i < repeats; ++i) {
        if (prepare)
            prepare();
        times.push_back(millisecondsOf(work));
        baselines.push_back(millisecondsOf(baseline));
    }
    return {medianOf(std::move(times)), medianOf(std::move(baselines))};
}
} // namespace mapwright::bench
