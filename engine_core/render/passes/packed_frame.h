#pragma once

#include "engine_core/math/types.h"

#include <cstdint>

namespace engine
{
/// The directions of a surface at one point.
struct SurfaceFrame
{
    Vec3f normal{0, 0, 1};     ///< unit length
    Vec4f tangent{1, 0, 0, 1}; ///< xyz at a right angle to the normal; w: sign of the bitangent
};

/// Both directions in 32 bits, as shaders/packed_frame.glsl takes them apart:
/// - bits 0 to 10 and 11 to 21: x and y of the normal on an octahedron, in 1/1020 (Cigolle and
///   others, "A Survey of Efficient Representations for Independent Unit Vectors", 2014). Axes,
///   halves, thirds, quarters and fifths are exact; others are off by less than 0.12 degrees.
/// - bits 22 to 30: the tangent's angle in 1/512 turns from a direction that follows from the
///   normal (Duff and others, "Building an Orthonormal Basis, Revisited", 2017); off by 0.36
///   degrees at most.
/// - bit 31: set if tangent.w is negative.
/// Neither needs unit length. A normal of no length becomes +Z; what of the tangent lies along the
/// normal is left out.
[[nodiscard]] std::uint32_t packFrame(const Vec3f& normal, const Vec4f& tangent);

/// What shaders see.
[[nodiscard]] SurfaceFrame unpackFrame(std::uint32_t packed);
} // namespace engine
