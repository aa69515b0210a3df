#pragma once

#include "engine_core/math/transform.h"
#include "engine_core/render/passes/frustum.h"
#include "engine_core/scene/components/light.h"

#include <vector>

namespace engine
{
/// One look of a light at what stands in its light, as shaders read it (shadows.glsl, std430). A
/// point lies at dot(right, p), dot(up, p) texels from the middle of the view's tile and dot(ahead,
/// p) metres ahead, p being seen from the origin; in perspective the texels are divided by the
/// metres ahead.
struct GpuShadowView
{
    Vec4f origin{0}; ///< w: 1 in perspective, 0 with parallel rays
    Vec4f right{0};  ///< w: texels from the atlas's corner to the middle of the tile, along x
    Vec4f up{0};     ///< w: the same along y
    Vec4f ahead{0};  ///< of unit length; w: half the side of the tile in texels
    /// Metres that a texel covers, in perspective one metre ahead; then of the depth: in
    /// perspective the metres ahead where it is 1 (twice as far it is 1/2), with parallel rays the
    /// metres ahead where it is 1, and the metres from there to where it is 0.
    Vec4f depth{0};
    friend bool operator==(const GpuShadowView&, const GpuShadowView&) = default;
};

/// A GpuShadowView that has no tile yet, but knows its size.
struct ShadowView
{
    GpuShadowView gpu;
    Frustum frustum; ///< what can throw a shadow into it
};

/// Around the used part of a tile so many texels are drawn, too, for filters to read.
inline constexpr int TileBorder = 3;

/// Spots up to this angle from edge to edge are one view, wider ones several.
inline constexpr float WidestCone = 120; ///< degrees

/// How many views the light needs: 1 of a spot, 5 of areas and wide spots (all but behind), 6 of a
/// point. Suns have cascades.
[[nodiscard]] int shadowViewsOf(const Light& light);

/// Of a light that is no sun, from where it stands. `texels`: the side of a tile, more than twice
/// TileBorder. What is nearer than its radius, or 2 cm, throws no shadow, as it may be the lamp
/// itself.
[[nodiscard]] std::vector<ShadowView>
shadowViews(const Light& light, const Transform& place, int texels);

/// What decides where a sun's views lie.
struct CascadeRequest
{
    const ViewCamera* camera = nullptr;
    double aspect = 1; ///< width / height of the picture
    Vec3d sceneMin{0}; ///< bounds of all that throws shadows
    Vec3d sceneMax{0};
    Quatd sun{1, 0, 0, 0}; ///< shines along its -Z
    int texels = 2048;     ///< the side of a tile
};

inline constexpr int MostCascades = 4;
inline constexpr double FarthestShadow = 256; ///< metres from the viewer that a sun's reach to

/// Of a sun: balls about pieces of what the camera sees, each several times as deep as the one
/// before (Zhang and others, "Parallel-split shadow maps for large-scale virtual environments",
/// 2006), the nearest first. A ball does not change as the camera turns, and its middle moves in
/// steps of whole texels, so that edges do not shimmer (Valient, "Stable Rendering of Cascaded
/// Shadow Maps", ShaderX6, 2008); the steps are a sixteenth of its radius, so that a view is not
/// drawn anew for each step of the viewer. An orthographic camera has one, of the whole scene.
[[nodiscard]] std::vector<ShadowView> cascades(const CascadeRequest& request);
} // namespace engine
