#pragma once

#include "engine_core/math/transform.h"

#include <array>
#include <span>
#include <vector>

namespace engine
{
/// The closed surface of a convex solid as triangles, counter-clockwise from outside.
struct HullMesh
{
    std::vector<Vec3d> corners;
    std::vector<std::array<std::size_t, 3>> triangles;
};

/// The hull around the points; without triangles if they are all in one plane.
[[nodiscard]] HullMesh hullAround(std::span<const Vec3d> points);

/// Those of the points that lie outermost in some direction, at most 112, each once: a simpler
/// solid within the hull, which bodies can collide as. Few points, and the corners of boxes, come
/// back as they are.
[[nodiscard]] std::vector<Vec3d> outermost(std::span<const Vec3d> points);

/// How the mass of an even solid lies.
struct MassProperties
{
    double volume = 0;      ///< cubic metres; 0 if there is no solid, and nothing else counts then
    Vec3d middle{0};        ///< the centre of mass
    Quatd axes{1, 0, 0, 0}; ///< of inertia
    Vec3d inertia{0};       ///< about those axes, of a solid of 1 kg. Square metres
};

/// Of several solids as one; what two of them share counts twice.
[[nodiscard]] MassProperties massProperties(std::span<const HullMesh> solids);
} // namespace engine
