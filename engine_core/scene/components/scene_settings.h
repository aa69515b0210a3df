#pragma once

#include "engine_core/reflect/type_builder.h"

namespace engine
{
/// The one entity that stands for the scene itself. Always exists.
inline constexpr EntityId SceneEntity{1};

/// By which curve light becomes what a screen shows, from black to white.
enum class ToneCurve : std::uint8_t
{
    Natural, ///< albedos in even light look as painted, only what is brighter is bent
    Filmic,  ///< with more contrast and deeper colours, as film has them
    Soft,    ///< x / (1 + x): nothing ever turns quite white
    None     ///< what is brighter than the screen is cut off
};

/// What holds for the whole scene; on SceneEntity.
struct SceneSettings
{
    static constexpr std::string_view TypeName = "scene_settings";

    Color ambient{0, 0, 0};      ///< linear radiance added everywhere; black as a rule
    float exposure = 0.0f;       ///< in stops
    ToneCurve toneCurve = ToneCurve::Natural;
    bool eyeAdaptation = false;   ///< the exposure follows what is seen, in addition
    float adaptationDown = 3.0f;  ///< stops that it may darken what is bright
    float adaptationUp = 3.0f;    ///< stops that it may brighten what is dark
    float adaptationSpeed = 1.5f; ///< 1 / seconds
    float bloom = 0.0f;           ///< share of the light that is scattered around its place
    Color skyTop{0, 0, 0};       ///< linear radiance straight up, where nothing stands
    Color skyHorizon{0, 0, 0};   ///< the same at eye level; both black: the void
    float skyLight = 0.0f;       ///< times that radiance the sky lights what is baked
    Color fogColor{0.5f, 0.55f, 0.6f}; ///< linear radiance
    float fogDensity = 0.0f;           ///< 1 / metres, at fogBase; 0: no fog
    float fogThinning = 0.0f;          ///< 1 / metres, upwards; 0: as dense everywhere
    float fogBase = 0.0f;              ///< metres, of the height that fogDensity is said for
    float luxelsPerMetre = 8.0f; ///< lightmap density
    int lightBounces = 4;
    bool adaptiveDensity = true; ///< fewer luxels where light is even
    float luxelLimit = 0.0f;     ///< millions of luxels at Final quality; 0: none
    int lightSamples = 64;       ///< rays a luxel and bounce at Final quality
    float lightNoise = 0.0f;     ///< percent of the light; 0: lightSamples everywhere
    double gravity = 15.0;      ///< metres per second squared, downwards
    double killHeight = -100.0; ///< metres; players below it start again
    friend bool operator==(const SceneSettings&, const SceneSettings&) = default;
};

void describe(TypeBuilder<SceneSettings>& settings);

/// Which baked lightmap the scene shows; on SceneEntity. The data lies beside the scene.
struct LightmapRef
{
    static constexpr std::string_view TypeName = "lightmap";

    std::string file; ///< beside the scene file
    std::string hash; ///< of the baked contents, 16 hex digits
    friend bool operator==(const LightmapRef&, const LightmapRef&) = default;
};

void describe(TypeBuilder<LightmapRef>& lightmap);
} // namespace engine
