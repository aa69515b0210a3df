#pragma once

#include "engine_core/lighting/lightmap_bake.h"
#include "engine_core/lighting/luxel_cover.h"

#include <span>
#include <vector>

namespace engine
{
/// Gives luxels without a cell in the open the mean of their neighbours that have one, ring by
/// ring, so that nothing dark or foreign bleeds over an edge. `luxels` are the chart's.
void fillCovered(const BakeChart& chart, const LuxelCover& cover, std::span<Vec3f> luxels);

/// Smooths noise within one chart by a few passes of a small filter that stops where light changes
/// by much more than the noise around it (Dammertz et al., "Edge-Avoiding A-Trous Wavelet
/// Transform", 2010, on luminance alone: a chart is flat). For indirect light.
void smoothNoise(const BakeChart& chart, const LuxelCover& cover, std::span<Vec3f> luxels);

/// Blurs over up to a dozen luxels, but not past buried ones or walls between luxels: what so few
/// rays found that its noise is as large as itself. For the indirect light of first pictures.
void smoothWidely(const BakeChart& chart, const LuxelCover& cover, std::span<Vec3f> luxels);

/// As the options say, which ask for some smoothing.
void smoothAs(Denoise denoise,
              const BakeChart& chart,
              const LuxelCover& cover,
              std::span<Vec3f> luxels);

/// Writes the chart and its border into its atlas as half floats.
void writeChart(const BakeChart& chart, std::span<const Vec3f> luxels, LightmapAtlas& atlas);

/// The nearest IEEE half float, ties to even; what is too large becomes the largest.
[[nodiscard]] std::uint16_t toHalf(float value);
} // namespace engine
