#include "engine_core/lighting/edges/seams.h"
#include "engine_core/lighting/incremental/rebake_work.h"

#include <algorithm>

namespace engine
{
RebakeWork::Charts RebakeWork::withNeighbours(const Charts& charts, const SeamJoiner& seams) const
{
    auto all = charts;
    for (const auto chart : charts)
        for (const auto neighbour : seams.neighboursOf(chart))
            all.push_back(neighbour);
    std::ranges::sort(all);
    const auto twice = std::ranges::unique(all);
    all.erase(twice.begin(), twice.end());
    return all;
}

/// As a whole bake does, between faces of which at least one has new light. Where both have kept
/// theirs, they were joined before.
void RebakeWork::joinSeams()
{
    Charts changed;
    for (std::uint32_t i = 0; i < m_charts.size(); ++i)
        if (m_parts[i].isAnew || m_parts[i].isTouched)
            changed.push_back(i);
    if (changed.empty())
        return;
    std::vector<Vec3f> light(m_stats.luxels);
    std::vector<std::uint8_t> kept(m_charts.size(), 1);
    for (const auto chart : changed)
        kept[chart] = 0;
    SeamJoiner seams{m_brushes, m_charts, m_covers, *m_finder, light, kept};
    const auto joined = withNeighbours(changed, seams);
    const auto seen = withNeighbours(joined, seams);
    coverOf(seen);
    m_threads.each(seen.size(), [&](std::size_t i) {
        std::ranges::copy(lightOf(seen[i]), luxelsOf(light, seen[i]).begin());
    });
    m_threads.each(joined.size(), [&](std::size_t i) { seams.blend(joined[i]); });
    seams.take();
    m_threads.each(joined.size(), [&](std::size_t i) { seams.follow(joined[i]); });
    seams.take();
    m_threads.each(joined.size(), [&](std::size_t i) {
        const auto luxels = luxelsOf(light, joined[i]);
        m_parts[joined[i]].joined.assign(luxels.begin(), luxels.end());
    });
}
} // namespace engine
