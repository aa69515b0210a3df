#pragma once

#include "tests/benchmarks/bench.h"

namespace mapwright::bench
{
/// What the editor takes for a build beside the command; nothing without a display.
[[nodiscard]] std::vector<Row> editorBuildRows();
} // namespace mapwright::bench
