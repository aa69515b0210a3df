#pragma once

#include "tests/support/fixtures/nav_fixture.h"

namespace mapwright::test
{
/// A floor along x between two walls, `half` metres from its middle.
inline void corridor(NavFixture& level, double half = 3)
{
    level.box({-10, -1, -half}, {10, 0, half}, "floor");
    level.box({-10, 0, -half - 0.5}, {10, 4, -half}, "wall");
    level.box({-10, 0, half}, {10, 4, half + 0.5}, "wall");
}
} // namespace mapwright::test
