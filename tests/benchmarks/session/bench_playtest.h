#pragma once

#include "tests/benchmarks/bench.h"

namespace mapwright::bench
{
/// "bots_64" and "bots_found" of `mapwright bench session`: how fast bots play, and how many of
/// planted faults they find.
[[nodiscard]] std::vector<Row> playtestRows();
} // namespace mapwright::bench
