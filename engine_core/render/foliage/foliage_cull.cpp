#include "engine_core/render/foliage/foliage_cull.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>

namespace engine
{
namespace
{
struct Distances
{
    float nearest = 0;
    float farthest = 0;
};

Distances distancesTo(const FoliageCullCell& cell, const Vec3f& eye)
{
    const auto inside = glm::clamp(eye, cell.min, cell.max);
    const auto corner = glm::max(glm::abs(eye - cell.min), glm::abs(eye - cell.max));
    return {glm::length(eye - inside), glm::length(corner)};
}

/// Plants of a cell lie in the order of their seeds: the beginning of its run is a fair share of
/// it. This does not hold for runs of several cells, so they are thinned before they are joined.
FoliageRun thinned(FoliageRun run, std::uint32_t oneIn)
{
    run.count = run.count / oneIn + (run.count % oneIn != 0 ? 1 : 0);
    return run;
}

void addRun(std::vector<FoliageRun>& runs, const FoliageRun& run)
{
    // Cells that lie side by side in the buffer are drawn as one.
    if (!runs.empty() && runs.back().first + runs.back().count == run.first)
        runs.back().count += run.count;
    else
        runs.push_back(run);
}

void addLevels(const FoliageRun& run,
               const FoliageLevels& levels,
               const Distances& distances,
               std::vector<FoliageDraws>& draws)
{
    float begin = 0;
    for (std::size_t level = 0; level < levels.ends.size(); ++level) {
        const float end = levels.ends[level];
        if (distances.nearest <= end * (1 + FoliageLevels::Blend) &&
            distances.farthest >= begin * (1 - FoliageLevels::Blend))
            addRun(draws[level].runs, run);
        begin = end;
    }
}
} // namespace

void cullFoliage(std::span<const FoliageCullCell> cells,
                 std::span<const FoliageLevels> levels,
                 std::span<const std::uint32_t> oneIn,
                 const Frustum& frustum,
                 const Vec3f& eye,
                 FoliageDrawLists& lists)
{
    lists.resize(levels.size());
    float reach = 0;
    float farthest = 0;
    for (std::size_t type = 0; type < levels.size(); ++type) {
        lists[type].resize(levels[type].ends.size());
        for (auto& draws : lists[type])
            draws.runs.clear();
        reach = std::max(reach, levels[type].reach);
        if (!levels[type].ends.empty())
            farthest = std::max(farthest, levels[type].ends.back());
    }
    for (const auto& cell : cells) {
        const auto distances = distancesTo(cell, eye);
        if (distances.nearest > farthest || !frustum.touchesBox(cell.min - reach, cell.max + reach))
            continue;
        for (const auto& run : cell.runs)
            if (run.type < levels.size())
                addLevels(run.type < oneIn.size() ? thinned(run, oneIn[run.type]) : run,
                          levels[run.type], distances, lists[run.type]);
    }
}

std::vector<FoliageRun>
foliageRuns(const FoliageChunk& chunk, std::uint32_t first, std::span<const std::uint32_t> leftOut)
{
    std::vector<FoliageRun> runs;
    for (const auto& instance : chunk.instances) {
        if (!instance.isStanding())
            continue;
        const auto place = first++;
        if (std::binary_search(leftOut.begin(), leftOut.end(), instance.brush))
            continue;
        if (runs.empty() || runs.back().type != instance.type ||
            runs.back().first + runs.back().count != place)
            runs.push_back({instance.type, place, 0});
        ++runs.back().count;
    }
    return runs;
}
} // namespace engine
