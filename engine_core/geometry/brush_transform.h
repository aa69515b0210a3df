#pragma once

#include "engine_core/geometry/brush.h"
#include "engine_core/math/transform.h"

namespace engine
{
/// Whether textures stay on their points when a brush moves (lock) or stay in the world.
enum class TextureLock
{
    On,
    Off
};

/// The mapping of a face that turns while its texture stays in the world. It would smear over a
/// face edge-on to its axes, which gets upright axes instead.
[[nodiscard]] UvMapping
worldUv(const UvMapping& uv, const Vec3d& oldNormal, const Vec3d& newNormal);

[[nodiscard]] Result<Brush> translated(const Brush& brush, const Vec3d& by, TextureLock lock);

/// Refuses transforms with a scale of 0. Mirroring (negative scale) is allowed.
[[nodiscard]] Result<Brush> transformed(const Brush& brush, const Transform& by, TextureLock lock);

/// Moves one face along its normal by `distance` metres (outwards is positive). Refused if a
/// neighbouring face would vanish, so that the number of faces never changes.
[[nodiscard]] Result<Brush>
moveFace(const Brush& brush, FaceIndex face, double distance, TextureLock lock = TextureLock::Off);
} // namespace engine
