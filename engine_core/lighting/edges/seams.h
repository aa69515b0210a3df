#pragma once

#include "engine_core/lighting/luxel_cover.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine
{
/// Takes the seams out between faces of touching brushes that lie in one plane: the luxels on a
/// common border get the mean of what both sides hold there, and where luxels do not meet, those of
/// the finer side follow the coarser one. Borders that a wall stands on stay as they are.
///
/// First blend() for every chart and take(), then follow() for every chart and take(). blend() and
/// follow() may run on several threads at once, for different charts.
class SeamJoiner
{
public:
    /// Everything given outlives the joiner. `light` is that of all luxels in the order of the
    /// charts. `kept`, by chart: 1 for those that have the light of a bake before, which has joined
    /// them already; empty: none. Theirs is not blended with other light again unless that differs
    /// clearly, so that bakes of the same never move a border further.
    SeamJoiner(std::span<const StaticBrush> brushes,
               std::span<const BakeChart> charts,
               std::span<const LuxelCover> covers,
               const CoverFinder& finder,
               std::span<Vec3f> light,
               std::span<const std::uint8_t> kept = {});

    /// Charts of other brushes in the same plane that touch the chart, in order.
    [[nodiscard]] std::vector<std::uint32_t> neighboursOf(std::size_t chart) const;

    void blend(std::size_t chart);
    void follow(std::size_t chart);

    /// Makes what blend() or follow() found the light.
    void take();

private:
    struct Change
    {
        std::size_t luxel; ///< of all
        Vec3f light;
    };

    /// A luxel on the rim of a face or beyond it, and who else has light there.
    struct Shared;
    template <typename Visit>
    void forRim(std::size_t chart, const Visit& visit) const;

    [[nodiscard]] bool isKept(std::size_t chart) const
    {
        return !m_kept.empty() && m_kept[chart] != 0;
    }

    [[nodiscard]] bool sample(std::uint32_t chart, const Vec3d& place, Vec3f& light) const;
    [[nodiscard]] double above(std::uint32_t chart, const Vec3d& place) const;
    [[nodiscard]] double spacing(std::size_t chart) const;
    [[nodiscard]] bool leads(std::uint32_t a, std::uint32_t b) const;

    std::span<const StaticBrush> m_brushes;
    std::span<const BakeChart> m_charts;
    std::span<const LuxelCover> m_covers;
    const CoverFinder& m_finder;
    std::span<Vec3f> m_light;
    std::span<const std::uint8_t> m_kept;
    BoundsTree m_tree;                          ///< over the faces
    std::vector<std::vector<Change>> m_changes; ///< by chart
};
} // namespace engine
