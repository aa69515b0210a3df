#include "engine_core/lighting/passes/bake_batches.h"

namespace engine
{
std::vector<BakeBatch> batchesOf(std::span<const BakeChart> charts,
                                 std::span<const TileRange> items)
{
    constexpr std::size_t Most = std::size_t{1} << 20U; // luxels
    std::vector<BakeBatch> batches;
    std::size_t item = 0;
    for (std::size_t i = 0; i < charts.size();) {
        BakeBatch batch{.from = i, .to = i, .firstItem = item, .lastItem = item, .luxels = 0};
        while (i < charts.size() && (i == batch.from || batch.luxels + charts[i].luxels() <= Most))
            batch.luxels += charts[i++].luxels();
        while (item < items.size() && items[item].chart < i)
            ++item;
        batch.to = i;
        batch.lastItem = item;
        batches.push_back(batch);
    }
    return batches;
}
} // namespace engine
