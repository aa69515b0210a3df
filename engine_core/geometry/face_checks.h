#pragma once

#include "engine_core/geometry/brush.h"

namespace engine
{
/// Most faces that a brush may have.
inline constexpr std::size_t MaxFaces = 1024;

/// Refuses what no brush can be made of, whatever its shape: too few or too many faces, numbers
/// that are not finite, planes beyond the world, texture scales of 0. Normals that are nearly of
/// unit length are made so; those that are unit already keep their bits, so that saving and loading
/// changes nothing.
[[nodiscard]] Result<void> makeFacesValid(std::vector<BrushFace>& faces);
} // namespace engine
