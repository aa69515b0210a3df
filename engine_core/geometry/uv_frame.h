#pragma once

#include "engine_core/geometry/uv_mapping.h"
#include "engine_core/math/plane.h"

#include <glm/mat2x2.hpp>

#include <optional>

namespace engine
{
/// Where the repeats of a texture lie on a plane. Metres.
struct UvFrame
{
    Vec3d origin{0};  ///< the place of (0, 0)
    Vec3d u{1, 0, 0}; ///< the way from one repeat to the next along growing u
    Vec3d v{0, 0, 1}; ///< the same along growing v, which is down the picture

    [[nodiscard]] Vec3d at(const Vec2d& uv) const { return origin + u * uv.x + v * uv.y; }

    /// How many repeats a way along the plane covers.
    [[nodiscard]] Vec2d repeatsAlong(const Vec3d& way) const;
};

/// Nothing if the texture's axes stand edge-on to the plane, so that it smears.
[[nodiscard]] std::optional<UvFrame> uvFrame(const UvMapping& uv, const Plane& plane);

/// Another coordinate for each place of a texture: new = linear * old + offset. The same change
/// means the same whatever space a mapping is of.
struct UvAffine
{
    glm::dmat2 linear{1};
    Vec2d offset{0};

    [[nodiscard]] Vec2d apply(const Vec2d& uv) const { return linear * uv + offset; }

    friend bool operator==(const UvAffine&, const UvAffine&) = default;
};

// What is seen on the wall: the picture moves, grows, slants or turns there, and the coordinates
// change the other way round. `about` is the texture coordinate that stays where it is.

/// By so many repeats along its own axes.
[[nodiscard]] UvAffine movedUv(const Vec2d& repeats);

/// 2 shows the picture twice as big; negative mirrors it, and 0 is not allowed.
[[nodiscard]] UvAffine scaledUv(const Vec2d& factor, const Vec2d& about);

/// What lies one repeat further down goes `alongU` repeats along u, what lies one further along u
/// goes `alongV` repeats down. Their product must not be 1.
[[nodiscard]] UvAffine shearedUv(double alongU, double alongV, const Vec2d& about);

/// Radians, counter-clockwise seen from in front of the plane; without changing the picture's
/// proportions on it.
[[nodiscard]] UvAffine
turnedUv(const UvFrame& frame, const Vec3d& normal, double angle, const Vec2d& about);

/// The mapping with other coordinates. A mere shift keeps axes and scale bit for bit, a mere
/// scale the axes. The change must not flatten the texture.
[[nodiscard]] UvMapping changedUv(const UvMapping& uv, const UvAffine& by);

/// The mapping of one plane folded over onto another, as wallpaper goes round a corner: turned
/// about the line where they meet, which `on` is a place of, so that nothing changes there.
/// Nothing if the planes look in opposite directions, for which there is no such turn.
[[nodiscard]] std::optional<UvMapping>
foldedUv(const UvMapping& uv, const Vec3d& fromNormal, const Vec3d& toNormal, const Vec3d& on);

/// How many texels lie on a metre of a face, the mean of both directions; 0 where it smears.
/// @param picture texels
[[nodiscard]] double texelsPerMetre(const UvMapping& uv, const Vec3d& normal, const Vec2d& picture);

/// The same texture at the same place `at`, with so many texels a metre in both directions.
/// Directions that stand edge-on to the face stay.
[[nodiscard]] UvMapping withTexelsPerMetre(
    UvMapping uv, const Vec3d& normal, const Vec2d& picture, double texels, const Vec3d& at);
} // namespace engine
