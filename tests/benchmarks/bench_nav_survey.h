#pragma once

#include "tests/benchmarks/bench.h"

namespace mapwright::bench
{
/// What an edit costs the main thread and the worker that keeps the dock and the overlay of the
/// navigation mesh up to date, and what a game costs that starts with the editor's mesh.
[[nodiscard]] std::vector<Row> navSurveyRows();
} // namespace mapwright::bench
