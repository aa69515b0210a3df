#include "engine_core/foliage/density/painted_density.h"

#include <glm/common.hpp>

#include <algorithm>
#include <map>

namespace engine
{
namespace
{
struct Known
{
    double weight = 1;
    std::size_t cell = 0;
    std::size_t index = 0;
    bool isStored = false;
};
} // namespace

void paintDensity(const FoliageInstances& standing,
                  const StrokePoint& from,
                  const StrokePoint& to,
                  const FoliageBrush& brush,
                  DensityStroke stroke,
                  FoliageEdit& edit)
{
    const Vec3d grown{brush.radius + PaintedWeights::Side, PaintedWeights::Height,
                      brush.radius + PaintedWeights::Side};
    const auto low = glm::min(from.position, to.position);
    const auto high = glm::max(from.position, to.position);
    std::map<WeightColumn, Known> known;
    standing.forEachIn(low - grown, high + grown,
                       [&](std::size_t cell, std::size_t i, const FoliageInstance& instance) {
                           if (instance.isWeight())
                               known[weightColumnOf(Vec3d{instance.position})] = {
                                   paintedWeight(instance), cell, i, true};
                       });
    // The ground may rise into the next storey under the brush.
    const Vec3d reach{brush.radius, std::min(brush.radius, 1.0), brush.radius};
    const auto first = weightColumnOf(low - reach);
    const auto last = weightColumnOf(high + reach);
    for (auto x = first.x; x <= last.x; ++x)
        for (auto y = first.y; y <= last.y; ++y)
            for (auto z = first.z; z <= last.z; ++z) {
                const WeightColumn column{x, y, z};
                // Seen from above: the way's own height tells the storey.
                const auto at = middleOf(column);
                const auto flatFrom = Vec3d{from.position.x, at.y, from.position.z};
                const auto flatTo = Vec3d{to.position.x, at.y, to.position.z};
                const double share = brushWeight(brush, flatFrom, flatTo, at);
                if (share <= 0)
                    continue;
                const auto found = known.find(column);
                const auto before = found == known.end() ? Known{} : found->second;
                const double weight = stroke == DensityStroke::Thin
                                          ? std::min(before.weight, 1 - share)
                                          : std::max(before.weight, share);
                const auto fresh = makeWeight(column, weight);
                if (fresh.scale[0] == makeWeight(column, before.weight).scale[0])
                    continue;
                if (before.isStored)
                    edit.remove(before.cell, before.index);
                if (weight < 1)
                    edit.add(fresh);
            }
}

Aabb changedDensity(const FoliageInstances& before, const FoliageInstances& after)
{
    Aabb box;
    const auto collect = [&](const FoliageInstances& from, const FoliageInstances& other) {
        if (from.weights() == 0)
            return;
        for (const auto& [key, chunk] : from.cells()) {
            const auto* twin = other.find(key);
            if (chunk->weights == 0 || chunk.get() == twin)
                continue;
            for (const auto& instance : chunk->instances)
                if (instance.isWeight() &&
                    (twin == nullptr ||
                     !std::binary_search(twin->instances.begin(), twin->instances.end(), instance)))
                    box.add(Vec3d{instance.position});
        }
    };
    collect(before, after);
    collect(after, before);
    // A weight counts as far as the middle of the next column, and in its whole storey.
    if (!box.isEmpty()) {
        const Vec3d reach{PaintedWeights::Side, PaintedWeights::Height / 2, PaintedWeights::Side};
        box.min -= reach;
        box.max += reach;
    }
    return box;
}
} // namespace engine
