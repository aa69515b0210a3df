#pragma once

#include "engine_core/render/foliage/drawn_foliage.h"

namespace engine
{
/// Of plants in `plants` with meshes in these buffers, for foliage.vert.
[[nodiscard]] GlVertexArray makeFoliageArray(const MeshCache& meshes, const FoliageBuffer& plants);

/// Tells a program of foliage.vert, which is in use, of the kind that is drawn next. `seconds`
/// moves what sways.
void setFoliageKind(const DrawnFoliageKind& kind, std::size_t level, double seconds);
} // namespace engine
