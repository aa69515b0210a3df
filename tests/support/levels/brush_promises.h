#pragma once

#include "engine_core/geometry/brush.h"

#include <string>

namespace engine
{
/// Looks at every promise of brush.h: convex, closed, outward normals, Euler's formula, no edge
/// below the weld, bounds, areas. Empty, or a sentence that says which one is broken.
[[nodiscard]] std::string brokenPromise(const Brush& brush);

/// Empty if building from the faces again gives the same brush, bit for bit.
[[nodiscard]] std::string brokenRoundTrip(const Brush& brush);
} // namespace engine
