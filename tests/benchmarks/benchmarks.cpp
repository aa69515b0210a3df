#include "tests/benchmarks/bench.h"

namespace mapwright::bench
{
const std::vector<Benchmark>& benchmarks()
{
    static const std::vector<Benchmark> all;
    return all;
}
} // namespace mapwright::bench
