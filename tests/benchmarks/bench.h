#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mapwright::bench
{
/// One row of `mapwright bench`: what was done, how long it took, and beside it what the comparison
/// took in the same run.
struct Row
{
    std::string name;
    std::string work;     ///< counts and the hash of the result
    double value = 0;     ///< median
    std::string unit;     ///< "ms", "us", "Mray/s", ...
    double baseline = 0;  ///< the comparison in the same unit; 0 if there is none
    double ratio = 0;     ///< below 1 is better than the comparison; 0 if there is none
    std::string compares; ///< what the baseline is and which way the ratio goes
};

struct Settings
{
    std::vector<std::string> maps; ///< files of --data DIR
    int kills = 20;                ///< of --kills N
};

struct Benchmark
{
    std::string name;
    std::string summary;
    std::vector<Row> (*run)(const Settings& settings);
};

/// All of them. A new one is a line in benchmarks.cpp.
const std::vector<Benchmark>& benchmarks();

/// What the library is asked for by the program, which loads it: see BenchmarksSymbol.
using FindBenchmarks = const std::vector<Benchmark>* (*)();
inline constexpr const char* BenchmarksSymbol = "mapwrightBenchmarks";

/// A value beside what is promised of it.
Row promised(
    std::string name, std::string work, double value, double promise, std::string unit = "ms");

/// The middle one of values, of which there are some; of an even number the upper one.
[[nodiscard]] double medianOf(std::vector<double> values);

/// Median milliseconds of `repeats` calls of `work`; `prepare` runs before each, outside the clock.
double medianMilliseconds(int repeats,
                          const std::function<void()>& work,
                          const std::function<void()>& prepare = {});

/// The same of a work and of what it is compared with, which take turns: a processor whose speed
/// changes meanwhile changes both. `prepare` runs before each call of `work`.
std::pair<double, double> medianMillisecondsInTurn(int repeats,
                                                   const std::function<void()>& work,
                                                   const std::function<void()>& baseline,
                                                   const std::function<void()>& prepare = {});
} // namespace mapwright::bench
