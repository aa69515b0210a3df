#pragma once

#include "engine_core/lighting/lightmap_bake.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine
{
/// A grid of dark probes over the brushes: 2 m apart (3 m and 4 m in the lower qualities), and
/// wider where that would be more than 4096 probes. Empty without brushes.
[[nodiscard]] LightVolume layOutVolume(std::span<const StaticBrush> brushes, BakeQuality quality);

/// Whether a brush is there.
[[nodiscard]] bool isInside(std::span<const StaticBrush> brushes, const Vec3d& place);

/// Gives probes inside of brushes the mean of their neighbours in the open, layer by layer, so that
/// what stands at a wall is not darkened by what is behind it. All numbers become ones that half
/// floats hold, as files store them.
void finishVolume(LightVolume& volume, std::vector<std::uint8_t> isOpen);
} // namespace engine
