#pragma once

#include "tests/benchmarks/bench.h"

namespace mapwright::bench
{
/// `crowd_500` and `session_500` of the suite `navmesh`: a crowd alone, and in a game.
[[nodiscard]] std::vector<Row> crowdRows();
} // namespace mapwright::bench
