#pragma once

#include "engine_core/lighting/chart_packer.h"
#include "engine_core/scene/light/lightmap.h"

#include <array>
#include <span>
#include <vector>

namespace engine
{
/// What a chart has of the light that was there.
struct OldChart
{
    const LightmapChart* chart = nullptr; ///< null: nothing that tells of the face as it is
    bool isInPlace = false;               ///< the face was where it is now
    bool isResized = false;               ///< it had another number of luxels
    Vec3f albedo{0};                      ///< of the face then
    double mean = 0;                      ///< light, over luxels and channels
};

/// What makes old light that of a face.
enum class OldSizes
{
    Same,  ///< it has as many luxels as the chart
    Fewer, ///< or less: a plan decided of them
};

/// The old light of each chart; the charts have as many luxels as the density says. What was cut
/// and pasted in place keeps its own.
[[nodiscard]] std::vector<OldChart> findOldCharts(const Lightmap& lightmap,
                                                  std::span<const StaticBrush> brushes,
                                                  std::span<const BakeChart> charts,
                                                  std::span<const Vec3f> albedo,
                                                  OldSizes sizes);

/// What of the light was thrown back so often: by layer of ChartBounces, which add up to 1.
[[nodiscard]] std::array<float, ChartBounces::Layers> sharesOf(const OldChart& old,
                                                               const Lightmap& lightmap);

/// Luxels row by row, without the border.
[[nodiscard]] std::vector<Vec3f> readChart(const LightmapChart& chart, const Lightmap& lightmap);

/// The same for as many luxels as `size` has, read between those that there are.
void readChart(const LightmapChart& chart,
               const Lightmap& lightmap,
               const BakeChart& size,
               std::span<Vec3f> luxels);

struct PlacedCharts
{
    std::vector<LightmapAtlas> atlases;
    std::vector<bool> isCopied; ///< by chart: its old texels lie where it is placed
};

/// Gives charts the places that they had, so that only what changed needs to be shown anew, and
/// places for the others below. All get other places where too much would be empty by now.
[[nodiscard]] PlacedCharts
placeCharts(const Lightmap& lightmap, std::span<const OldChart> old, std::span<BakeChart> charts);
} // namespace engine
