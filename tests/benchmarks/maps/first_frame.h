#pragma once

#include "tests/benchmarks/bench.h"

namespace mapwright::bench
{
/// From the text of a map to its first picture, for 10,000 and 50,000 brushes, and the memory that
/// a brush takes in the world and in the renderer. Nothing where there is no OpenGL.
[[nodiscard]] std::vector<Row> firstFrameRows();
} // namespace mapwright::bench
