#pragma once

#include "tests/benchmarks/bench.h"

namespace mapwright::bench
{
std::vector<Row> benchStart(const Settings& settings);
} // namespace mapwright::bench
