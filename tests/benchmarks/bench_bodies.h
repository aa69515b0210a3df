#pragma once

#include "tests/benchmarks/bench.h"

namespace mapwright::bench
{
/// Rigid bodies at rest and in motion, beside Bullet alone with the same shapes.
std::vector<Row> bodyRows();
} // namespace mapwright::bench
