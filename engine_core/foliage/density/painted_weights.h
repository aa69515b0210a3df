#pragma once

#include "engine_core/scene/foliage/foliage_instances.h"

#include <unordered_map>

namespace engine
{
/// How dense a layer's plants may be where a hand painted it. The weights are kept among the
/// instances, one for each square column that is not at full density: so they are saved, undone and
/// shared as plants are. They belong to places, not to brushes, and stay when brushes move.
class PaintedWeights
{
public:
    static constexpr double Side = 1;   ///< metres along x and z
    static constexpr double Height = 4; ///< metres; one storey keeps out of the next one's

    PaintedWeights() = default;
    explicit PaintedWeights(const FoliageInstances& standing);

    [[nodiscard]] bool isEmpty() const { return m_weights.empty(); }

    /// From 0 to 1, smooth along x and z; 1 where nothing was painted.
    [[nodiscard]] double at(const Vec3d& place) const;

private:
    std::unordered_map<std::uint64_t, float> m_weights;
};

/// A column of PaintedWeights.
struct WeightColumn
{
    std::int32_t x = 0, y = 0, z = 0;
    friend auto operator<=>(const WeightColumn&, const WeightColumn&) = default;
};

[[nodiscard]] WeightColumn weightColumnOf(const Vec3d& place);
[[nodiscard]] Vec3d middleOf(const WeightColumn& column);

/// From 0 to 1, of an instance that isWeight().
[[nodiscard]] double paintedWeight(const FoliageInstance& instance);
[[nodiscard]] FoliageInstance makeWeight(const WeightColumn& column, double weight);
} // namespace engine
