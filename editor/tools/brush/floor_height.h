#pragma once

#include "editor/document/document.h"

namespace editor
{
/// Height in metres of the ground at x, z of `place`, looking down from above the level: the first
/// surface with room above it to stand, so not the roof of a room; without such a surface the
/// uppermost one, and 0 where there is none.
[[nodiscard]] double floorHeight(const Document& document, const engine::Vec3d& place);
} // namespace editor
