#pragma once

#include "engine_core/math/types.h"

#include <vector>

namespace engine
{
/// A corner of a polygon that is cut down to a box.
struct BoxCorner
{
    Vec3d at;     ///< in any space
    Vec3d normal; ///< of the surface there, any length
    Vec3d inBox;  ///< `at` as seen from the box, which reaches from -0.5 to 0.5 along all axes
};

/// Cuts off what of a convex polygon lies outside of the box; nothing is left where fewer than
/// three corners are. What is cut keeps its plane and the order of its corners, and `at` and
/// `normal` of new corners are between those of the old (Sutherland and Hodgman, "Reentrant Polygon
/// Clipping", 1974). `scratch` is overwritten: whoever cuts many keeps it.
void clipToBox(std::vector<BoxCorner>& polygon, std::vector<BoxCorner>& scratch);
} // namespace engine
