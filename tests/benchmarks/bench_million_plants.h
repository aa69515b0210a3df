#pragma once

#include "tests/benchmarks/bench.h"

namespace mapwright::bench
{
/// The rows of `foliage` that are about a million plants: files, steps and culling.
std::vector<Row> benchMillionPlants();
} // namespace mapwright::bench
