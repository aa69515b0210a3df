#pragma once

#include "tests/benchmarks/bench.h"

namespace mapwright::bench
{
/// `crowd_500` and `session_500` of the suite `navmesh`: a crowd alone, and in a game.
[[nodiscard]] std::vector<Row> crowdRows();

/// A class Wanderer whose objects go from place to place, for ever, on a square of ground about the
/// origin with sides of so many metres.
[[nodiscard]] std::string wandererScript(double side);
} // namespace mapwright::bench
