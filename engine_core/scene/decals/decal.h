#pragma once

#include "engine_core/math/transform.h"
#include "engine_core/reflect/type_builder.h"

#include <string_view>

namespace engine
{
/// A picture laid over whatever brushes, patches and models are within a box about the entity's
/// place. It is thrown along the entity's -Z, so that its +Z stands off the surface as a face's
/// normal does; the picture is upright along +Y and fills the box from side to side.
///
/// What moves (isMoving()) takes only decals that move along with it: those that have the same
/// moving entity above them. Faces that the game does not show take none.
struct Decal
{
    static constexpr std::string_view TypeName = "decal";

    AssetPath material;
    Vec3d size{1, 1, 0.5}; ///< metres: width, height and depth, before the entity's scale
    int order = 0;         ///< higher ones lie over lower ones; of equal ones, the later
    double fadeAngle = 70; ///< degrees; surfaces turned away from it by more take nothing
    float opacity = 1;     ///< 0 to 1, multiplies that of the material
    Color tint;            ///< linear, multiplies the colour
    bool onBrushes = true; ///< and on patches
    bool onModels = true;
    friend bool operator==(const Decal&, const Decal&) = default;
};

/// Over this many degrees before its fadeAngle a decal grows fainter, or over all of a smaller one.
inline constexpr double DecalFade = 10;

void describe(TypeBuilder<Decal>& decal);

/// From the decal's box, which reaches from -0.5 to 0.5 along all axes, to where `place` leads.
[[nodiscard]] Mat4d boxOf(const Decal& decal, const Transform& place);

/// Off the surfaces that a decal there lies on. Unit length.
[[nodiscard]] Vec3d facingOf(const Transform& place);

/// Where a decal lies on a surface there, of the unit normal: its upper side looks along `upwards`
/// as far as it can, turned by `turn` radians, counter-clockwise as one looks at it. Where
/// `upwards` runs along the normal, +Y or -Z is taken for it.
[[nodiscard]] Transform placeOnSurface(const Vec3d& at,
                                       const Vec3d& normal,
                                       const Vec3d& upwards = {0, 1, 0},
                                       double turn = 0);

/// How much of its opacity a decal has on a surface, 0 to 1. Both unit length.
[[nodiscard]] double coverOf(const Decal& decal, const Vec3d& facing, const Vec3d& surfaceNormal);
} // namespace engine
