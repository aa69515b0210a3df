#include "tests/benchmarks/bench.h"

namespace mapwright::bench
{
std::vector<Row> benchPhysics(const Settings& settings);

const std::vector<Benchmark>& benchmarks()
{
    static const std::vector<Benchmark> all{
        {"physics", "walking among 20,000 brushes, building and editing them", benchPhysics},
    };
    return all;
}
} // namespace mapwright::bench
