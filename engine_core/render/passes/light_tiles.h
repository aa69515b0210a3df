#pragma once

#include "engine_core/render/passes/frame.h"

#include <cstdint>
#include <vector>

namespace engine
{
/// A light as shaders read it (std430).
struct GpuLight
{
    Vec4f place{0}; ///< w: range
    Vec4f color{0}; ///< times candela; w: 1 if baked into the lightmap
    Vec4f axis{0};  ///< that it shines along; w: 1 for the sun, whose place counts for nothing
    Vec4f cone{0, 1, 0, 0}; ///< of a LightCone: scale and offset; z: 1 for areas
    /// Of its GpuShadowViews: the number of the first plus 1, or 0 where it throws no shadows; how
    /// many there are.
    Vec4f shadow{0};
};

inline constexpr std::size_t MostLights = 256; ///< bits of a mask
inline constexpr int TilePixels = 64;
inline constexpr std::size_t DepthSlices = 32;

/// The lights that reach into a view, and masks that say where: a bit for each light. A light may
/// reach a pixel whose tile and whose slice of depth both have its bit (after Olsson, Billeter and
/// Assarsson, "Clustered Deferred and Forward Shading", 2012, with the two parts of a cluster kept
/// apart, so that 200 lights are a few kilobytes).
struct LightTiles
{
    std::vector<GpuLight> lights;   ///< those that are not baked come first
    std::vector<EntityId> entities; ///< whose they are
    std::size_t live = 0;           ///< how many are not baked
    std::size_t words = 1;          ///< of 32 bits in a mask
    int columns = 1;                ///< tiles in a row
    /// Those of the slices, the nearest first, then those of the tiles, from the upper left corner.
    std::vector<std::uint32_t> masks;
};

/// The slice of depth that a point lies in, so many metres ahead of the viewer: thirds of a
/// doubling from half a metre on, as lights.glsl has it.
[[nodiscard]] std::size_t depthSliceOf(double ahead);

[[nodiscard]] LightTiles
cullLights(const DrawnScene& scene, const Frame& frame, bool includeHidden);
} // namespace engine
