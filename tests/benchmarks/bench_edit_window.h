#pragma once

#include "tests/benchmarks/bench.h"

namespace mapwright::bench
{
/// Commands about all objects of a level of 20,000 brushes, in the editor's window: the longest
/// that it took no events. No rows where there is no display.
std::vector<Row> editWindowRows();
} // namespace mapwright::bench
