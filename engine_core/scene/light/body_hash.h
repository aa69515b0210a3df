#pragma once

#include "engine_core/base/hash.h"
#include "engine_core/geometry/brush.h"
#include "engine_core/math/transform.h"

namespace engine
{
class MeshShape;

/// Adds a place in steps of 1/65536 m: what is worked out in two ways, such as through a group and
/// without it, differs by far less.
void addRounded(Hasher& hasher, const Vec3d& place);
void addRounded(Hasher& hasher, const Transform& place);

/// What stands there, whichever entity it is: equal for brushes with the same corners at the same
/// faces, however they came there. `placed` is in world space; materials do not count.
[[nodiscard]] ContentHash bodyHash(const Brush& placed);

[[nodiscard]] ContentHash bodyHash(const MeshShape& model, const Transform& place);
} // namespace engine
