#pragma once

#include "tests/benchmarks/bench.h"

namespace mapwright::bench
{
/// `crowd_500` of the suite `navmesh`.
Row crowdRow();
} // namespace mapwright::bench
