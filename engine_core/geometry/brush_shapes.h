#pragma once

#include "engine_core/geometry/brush.h"

namespace engine
{
/// A box with world-aligned texture mapping. Refused if it is flatter than WeldDistance on any
/// axis. The faces come in the order +X, -X, +Y, -Y, +Z, -Z.
[[nodiscard]] Result<Brush> makeBox(const Aabb& box, Name material = {});
} // namespace engine
