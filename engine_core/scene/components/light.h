#pragma once

#include "engine_core/math/transform.h"
#include "engine_core/math/types.h"
#include "engine_core/reflect/type_builder.h"

namespace engine
{
enum class LightKind : std::uint8_t
{
    Point, ///< a ball that shines evenly to all sides
    Spot,  ///< a ball that shines into a cone
    Sun,   ///< so far away that its rays are parallel; lights the whole scene from where it stands
    Area   ///< a rectangle that shines to its front
};

/// How a light's strength changes by itself in a game; light_style.h says how.
enum class LightStyle : std::uint8_t
{
    Steady,
    Flicker, ///< a tube that is about to fail
    Pulse,   ///< swells and fades
    Strobe,  ///< short flashes
    Candle,  ///< a flame
    Pattern  ///< as letters say: a is dark, m usual, z twice as bright
};

/// A light as its author describes it. Those with a direction shine along the entity's -Z. GPU and
/// bake state live in their systems, never here.
struct Light
{
    static constexpr std::string_view TypeName = "light";

    LightKind kind = LightKind::Point;
    Color color;
    float intensity = 60.0f; ///< candela, of an area straight ahead; of the sun lux
    float range = 8.0f;      ///< metres; nothing farther away is lit; not of the sun
    float radius = 0.0f;     ///< metres, of the ball; larger ones throw softer shadows
    float cone = 90.0f;      ///< degrees from edge to edge, of a spot
    float innerCone = 60.0f; ///< degrees; within it a spot shines with all its strength
    float sunAngle = 0.5f;   ///< degrees that the sun's disc covers in the sky: soft shadows
    float width = 1.0f;      ///< metres along the entity's X, of an area
    float height = 1.0f;     ///< metres along the entity's Y, of an area
    bool baked = true; ///< lit into lightmaps if isBaked(); otherwise drawn live, with shadow maps
    bool castShadows = true;
    AssetPath
        profile{}; ///< an IES file: to where of a point or a spot how much goes; empty: evenly
    LightStyle style = LightStyle::Steady;
    std::string pattern = "m"; ///< of LightStyle::Pattern, ten letters a second
    float styleSpeed = 1.0f;   ///< times as fast as the style is by itself
    std::string group{};       ///< what scripts switch together; empty: none
    bool on = true;
    float dimmer = 1.0f; ///< the share of the intensity that it gives
    friend bool operator==(const Light&, const Light&) = default;
};

void describe(TypeBuilder<Light>& light);

/// The share of a light's inverse-square fall-off that is left at `distance`, so that it reaches 0
/// smoothly at `range` (Karis, "Real Shading in Unreal Engine 4", 2013). Baker and renderer use:
///     irradiance = color * intensity * cos(angle) * lightFalloff(distance, range)
/// and what leaves a diffuse face is albedo / pi * irradiance.
[[nodiscard]] double lightFalloff(double distance, double range);

/// How a spot's strength falls off towards the edge of its cone, as share = clamp(cosine * scale +
/// offset, 0, 1) squared, `cosine` being that of the angle off its middle line. From the Khronos
/// extension KHR_lights_punctual of glTF. A light without a cone has the share 1 everywhere.
struct LightCone
{
    float scale = 0;
    float offset = 1;

    explicit LightCone(const Light& light);

    [[nodiscard]] float share(float cosine) const;
};

/// The orientation of a light that stands there: below a mirrored object it shines the other way.
[[nodiscard]] Quatd lightRotation(const Transform& place);

/// The direction that a light of this orientation shines along; of unit length.
[[nodiscard]] inline Vec3d lightDirection(const Quatd& rotation)
{
    return rotation * Vec3d{0, 0, -1};
}

[[nodiscard]] inline Vec3d lightDirection(const Transform& place)
{
    return lightDirection(lightRotation(place));
}

/// Whether lightmaps hold it. What changes in a game cannot be held: lights with a style and those
/// of a group are live, whatever `baked` says, and one that is off gives them nothing.
[[nodiscard]] inline bool isBaked(const Light& light)
{
    return light.baked && light.on && light.style == LightStyle::Steady && light.group.empty();
}

/// What it gives while its style is steady: candela, or lux, as `intensity`.
[[nodiscard]] inline float strengthOf(const Light& light)
{
    return light.on ? light.intensity * light.dimmer : 0.0f;
}

/// Whether its profile counts.
[[nodiscard]] inline bool hasProfile(const Light& light)
{
    return !light.profile.path.empty() &&
           (light.kind == LightKind::Point || light.kind == LightKind::Spot);
}

/// Whether it gives the same to all sides, however it is turned.
[[nodiscard]] inline bool isRound(const Light& light)
{
    return light.kind == LightKind::Point && !hasProfile(light);
}

/// Whether the light comes from one direction alone, wherever it stands.
[[nodiscard]] inline bool isSun(const Light& light)
{
    return light.kind == LightKind::Sun;
}
} // namespace engine
