#pragma once

#include "engine_core/base/result.h"
#include "engine_core/geometry/chart_frame.h"
#include "engine_core/scene/light/lightmap.h"
#include "engine_core/scene/spatial/static_geometry.h"

#include <cstdint>
#include <set>
#include <span>
#include <vector>

namespace engine
{
/// One face's rectangle of luxels. The first and last luxels of a row lie on the face's edges, so
/// that a chart of n luxels spans n - 1 steps.
struct BakeChart
{
    std::uint32_t brush = 0; ///< index into the brushes that were laid out
    std::uint32_t face = 0;
    EntityId entity;
    ChartFrame frame;
    Vec3d normal{0, 1, 0};
    Name material;
    int width = 2;  ///< luxels
    int height = 2; ///< luxels
    std::size_t firstLuxel = 0;
    int farX = 1;    ///< indirect light is traced for every such luxel of a row, and spread between
    int farY = 1;    ///< the same along columns
    float footX = 1; ///< how wide the part of a luxel is that is lit, in luxels, from above 0 to 1
    float footY = 1;
    bool fillsFrame = true; ///< the face is the whole rectangle
    std::uint16_t atlas = 0;
    std::uint16_t x = 0; ///< of the first luxel in the atlas
    std::uint16_t y = 0;

    [[nodiscard]] std::size_t luxels() const
    {
        return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    }

    /// Square metres that a luxel stands for: those on an edge reach half as far.
    [[nodiscard]] double luxelArea(int column, int row) const;
};

/// Luxels around each chart that repeat its edge, so that filtering never reads a neighbour.
inline constexpr int ChartBorder = 1;

inline constexpr int AtlasLimit = 2048;

/// Charts for every face, in the order of brushes and faces. `brushes` are in world space. Faces
/// too large for an atlas get fewer luxels, and those of `unseen` materials the fewest. An Error if
/// there would be more than `mostLuxels`.
[[nodiscard]] Result<std::vector<BakeChart>> layOutCharts(std::span<const StaticBrush> brushes,
                                                          double luxelsPerMetre,
                                                          std::size_t mostLuxels,
                                                          const std::set<Name>& unseen = {});

/// How many luxels lie along so many metres.
[[nodiscard]] int luxelsAlong(double metres, double luxelsPerMetre);

/// Of a level that needs more than `mostLuxels`.
[[nodiscard]] Error tooManyLuxels(std::size_t mostLuxels, double luxelsPerMetre);

/// Numbers the luxels of all charts anew after their sizes changed, and tells how many there are.
std::size_t numberLuxels(std::span<BakeChart> charts);

/// Places the charts in atlases as small as they fit into and returns those, without texels.
[[nodiscard]] std::vector<LightmapAtlas> packCharts(std::span<BakeChart> charts);

/// The share of the atlases that charts with their borders take, from 0 to 1.
[[nodiscard]] double atlasFill(std::span<const BakeChart> charts,
                               std::span<const LightmapAtlas> atlases);
} // namespace engine
