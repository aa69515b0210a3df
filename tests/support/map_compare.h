#pragma once

#include "engine_core/scene/world.h"

#include <string>

namespace mapwright::test
{
/// Compares the brushes of two worlds in world space, in the order of their owners and ids: every
/// corner within 1e-4 m, every texture coordinate there within 1e-3 of a texel of 64. Empty, or a
/// sentence on the first difference.
[[nodiscard]] std::string mapDifference(const engine::World& a, const engine::World& b);
} // namespace mapwright::test
