#pragma once

#include "engine_core/geometry/mesh/triangulate.h"

#include <span>

namespace engine
{
/// The direction, or the fallback for one without a length.
[[nodiscard]] Vec3f normalizedOr(const Vec3f& v, const Vec3f& fallback);

/// Area-weighted means of the triangles that meet in a corner.
void makeNormals(std::span<MeshVertex> vertices, std::span<const std::uint32_t> indices);

/// Along growing u, from the texture coordinates of the triangles that meet in a corner.
void makeTangents(std::span<MeshVertex> vertices, std::span<const std::uint32_t> indices);
} // namespace engine
