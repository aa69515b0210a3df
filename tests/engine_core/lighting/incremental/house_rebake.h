#pragma once

#include "tests/support/fixtures/edited_house.h"

#include <QtGlobal>

namespace mapwright::test
{
inline engine::Result<engine::BakeResult>
rebakeOf(EditedHouse& house, const engine::OldLight& old, unsigned threads = 2)
{
    engine::JobControl control;
    auto options = house.options();
    options.threads = threads;
    return engine::rebakeLightmap(house.input(), old, options, control);
}

inline void report(const char* what, const LightDifference& difference)
{
    qInfo("%s: %zu luxels differ by %.2f %% in the mean, a hundredth by more than %.1f %%", what,
          difference.luxels, difference.mean * 100, difference.ofHundredth * 100);
}
} // namespace mapwright::test
