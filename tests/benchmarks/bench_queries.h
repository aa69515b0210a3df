#pragma once

#include "tests/benchmarks/bench.h"

namespace mapwright::bench
{
/// "query_box_20k" of `mapwright bench script`: what is in a box, asked by a script.
[[nodiscard]] Row queryRow();
} // namespace mapwright::bench
