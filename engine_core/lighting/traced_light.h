#pragma once

#include "engine_core/lighting/chart_packer.h"
#include "engine_core/lighting/lightmap_bake.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <vector>

namespace engine
{
/// A light as the bake traces it. Places are relative to the scene's origin; what it gives to a
/// luxel is irradiance divided by pi.
struct TracedLight
{
    enum class Shape : std::uint8_t
    {
        Ball, ///< points and spots
        Sun,
        Face ///< a convex polygon: areas, and brush faces that glow
    };

    /// So many places on a light that casts soft shadows are looked at.
    static constexpr std::size_t Spots = 64;

    Shape shape = Shape::Ball;
    bool castShadows = true;
    float coneScale = 0; ///< of a LightCone
    float coneOffset = 1;
    Vec3f position{0};        ///< the middle; of the sun nothing
    float range = 0;          ///< metres
    Vec3f direction{0};       ///< that it shines along; of unit length, but for points
    float size = 0;           ///< radius of a ball; of the sun tangent of half its angle
    Vec3f color{0};           ///< candela / pi, lux / pi, or of a face its radiance
    float area = 0;           ///< square metres, of a face
    std::vector<Vec3f> rim;   ///< of a face; at least three corners
    std::shared_ptr<const LightProfile> profile{}; ///< of a ball; null: it shines as its cone says
    Vec3f right{0};                                ///< with a profile: along the light's X
    std::vector<Vec3f> spots; ///< of a face: Spots places spread evenly over it, a little before it

    /// Whether it gives less to some sides than to others.
    [[nodiscard]] bool isShaped() const { return coneScale != 0 || profile != nullptr; }

    /// Whether its shadows have soft edges.
    [[nodiscard]] bool isSoft() const { return shape == Shape::Face || size > 0; }

    /// The share of a face's light that is left at that distance from its middle. The range of faces
    /// that glow counts from their rim.
    [[nodiscard]] float windowAt(float distance) const
    {
        const float ratio = std::max(distance - size, 0.0f) / range;
        const float window = 1 - ratio * ratio * ratio * ratio;
        return ratio < 1 ? window * window : 0.0f;
    }

    /// The share of its strength that goes along `away`, which has unit length and leads away from
    /// the light.
    [[nodiscard]] float share(const Vec3f& away) const
    {
        const float ahead = glm::dot(direction, away);
        const float linear = std::clamp(ahead * coneScale + coneOffset, 0.0f, 1.0f);
        if (!profile || linear == 0)
            return linear * linear;
        const auto up = glm::cross(right, direction);
        return linear * linear *
               profile->share({glm::dot(right, away), glm::dot(up, away), -ahead});
    }
};

/// Points spread evenly over the unit disc, in an order of which every part is spread evenly, too.
[[nodiscard]] const std::array<Vec2f, TracedLight::Spots>& discSpots();

/// Metres from a face that glows to where it gives less than a screen can show; `power` is its
/// strongest radiance times its square metres.
[[nodiscard]] float glowRange(float power);

/// What a brush gives off: strongest radiance times area of its strongest face, and how far from
/// the middle of its bounds that may reach, in metres; 0 if nothing of it glows.
struct BrushGlow
{
    float power = 0;
    double reach = 0;
};

/// `glowOf` as MeshSource::glowOf().
[[nodiscard]] BrushGlow
glowOfBrush(const Brush& brush, const std::function<float(Name)>& glowOf);

/// The baked lights of the input that are good for anything.
[[nodiscard]] std::vector<TracedLight> tracedLights(const BakeInput& input, const Vec3d& origin);

/// The same for the strongest of the faces that glow with that mean radiance, by material;
/// `emission` gets what the others give off, by chart, and stays empty if there are none.
void addGlowingFaces(const std::map<Name, Vec3f>& radiances,
                     std::span<const StaticBrush> brushes,
                     std::span<const BakeChart> charts,
                     const Vec3d& origin,
                     double offset,
                     std::vector<TracedLight>& lights,
                     std::vector<Vec3f>& emission);

/// What part of all that a face at `place` with the unit normal `normal` sees the polygon is,
/// weighted by the cosine: its form factor, from 0 to 1. Lambert's formula of 1760 for polygons,
/// cut off at the face's plane.
[[nodiscard]] float
formFactor(const Vec3f& place, const Vec3f& normal, std::span<const Vec3f> polygon);
} // namespace engine
