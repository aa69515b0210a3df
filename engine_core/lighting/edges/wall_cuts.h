#pragma once

#include "engine_core/lighting/chart_packer.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine
{
/// What a solid that stands on a face cuts out of it: a convex polygon. Places are in luxels, from
/// the middle of the chart's first luxel.
class WallFoot
{
public:
    /// Of `brush` as deep as `depth` (metres) below its surface, `offset` metres in front of the
    /// face.
    WallFoot(const BakeChart& chart, const Brush& brush, double offset, double depth);

    /// It does not reach the face's plane.
    [[nodiscard]] bool isEmpty() const { return m_lines.empty(); }

    /// Whether the straight way from one place to the other leads through it.
    [[nodiscard]] bool parts(const Vec2f& a, const Vec2f& b) const;

    /// Whether it surely is more than `reach` luxels away along both axes.
    [[nodiscard]] bool isFarFrom(const Vec2f& place, float reach) const;

private:
    /// Inside where dot(normal, place) <= distance; metres in front of the side.
    struct Line
    {
        Vec2f normal{0};
        float distance = 0;

        [[nodiscard]] float above(const Vec2f& place) const
        {
            return glm::dot(normal, place) - distance;
        }
    };

    std::vector<Line> m_lines;
};

/// Where solids thinner than luxels part the luxels of one chart, so that light read between four
/// luxels never comes from behind a wall. Nearly all charts have none.
struct WallCuts
{
    std::vector<WallFoot> feet;
    std::vector<std::uint32_t> first; ///< by luxel: into `footOf`; one more at the end
    std::vector<std::uint16_t> footOf;
    std::vector<Vec2f> seats; ///< by luxel: a place that is on the luxel's side of all walls
    std::vector<bool> beside; ///< by luxel: a wall is near

    [[nodiscard]] bool isEmpty() const { return footOf.empty(); }

    [[nodiscard]] bool isBeside(std::size_t luxel) const { return beside[luxel]; }

    /// What parts the luxel and its neighbours to the right, below and in between.
    [[nodiscard]] std::span<const std::uint16_t> around(std::size_t luxel) const
    {
        return std::span{footOf}.subspan(first[luxel], first[luxel + 1] - first[luxel]);
    }

    /// Whether one of those parts the two places.
    [[nodiscard]] bool part(std::size_t luxel, const Vec2f& a, const Vec2f& b) const;
};
} // namespace engine
