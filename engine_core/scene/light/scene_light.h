#pragma once

#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/world/world.h"

namespace engine
{
/// Whether something is seen where nothing stands; else it is the void.
[[nodiscard]] inline bool hasSky(const SceneSettings& settings)
{
    constexpr Color Black{0, 0, 0};
    return settings.skyTop != Black || settings.skyHorizon != Black;
}

/// Whether the sky lights what is baked.
[[nodiscard]] inline bool hasSkyLight(const SceneSettings& settings)
{
    return settings.skyLight > 0 && hasSky(settings);
}

/// Whether the scene names a lightmap, however old.
[[nodiscard]] inline bool isBaked(const World& world)
{
    const auto* light = world.get<LightmapRef>(SceneEntity);
    return light != nullptr && !light->hash.empty();
}

/// Whether most of its light is still to be baked: nothing is, and not all of its lights do
/// without.
[[nodiscard]] inline bool waitsForBake(const World& world)
{
    bool hasLive = false;
    bool hasBaked = false;
    world.forEach<Light>([&](EntityId, const Light& light) {
        hasLive = hasLive || !isBaked(light);
        hasBaked = hasBaked || isBaked(light);
    });
    const auto* settings = world.get<SceneSettings>(SceneEntity);
    hasBaked = hasBaked || (settings != nullptr && hasSkyLight(*settings));
    return !isBaked(world) && (hasBaked || !hasLive);
}

/// Linear radiance of the sky towards a direction whose Y is `up`, from -1 to 1, as views show it
/// (resources/shaders/present.frag). Below the horizon it is that of ground far away.
[[nodiscard]] Vec3f skyRadiance(const SceneSettings& settings, float up);
} // namespace engine
