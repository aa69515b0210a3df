#pragma once

#include "tests/benchmarks/bench.h"

#include <string>
#include <vector>

namespace mapwright::bench
{
/// An import of the map with its textures, out of a WAD and out of a PK3, beside one without.
std::vector<Row> mapTextureRows(const std::string& text);
} // namespace mapwright::bench
