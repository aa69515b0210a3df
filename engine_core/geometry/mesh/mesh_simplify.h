#pragma once

#include "engine_core/geometry/mesh/triangulate.h"

namespace engine
{
/// The mesh with about `share` of its triangles (0 to 1), at least one a part, looking as alike as
/// that allows. Part by part, so that materials keep their borders: meshoptimizer's simplification
/// (after Garland and Heckbert 1997) where edges can be collapsed. Parts of many small pieces, such
/// as leaves, lose pieces instead, and the others grow so that their area stays the same (Cook et
/// al., "Stochastic simplification of aggregate detail", 2007).
[[nodiscard]] Mesh simplified(const Mesh& mesh, double share);
} // namespace engine
