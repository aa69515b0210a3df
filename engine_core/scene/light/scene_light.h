#pragma once

#include "engine_core/scene/components/scene_settings.h"
#include "engine_core/scene/world/world.h"

namespace engine
{
/// Whether the scene names a lightmap, however old.
[[nodiscard]] inline bool isBaked(const World& world)
{
    const auto* light = world.get<LightmapRef>(SceneEntity);
    return light != nullptr && !light->hash.empty();
}

/// Whether something is seen where nothing stands; else it is the void.
[[nodiscard]] inline bool hasSky(const SceneSettings& settings)
{
    constexpr Color Black{0, 0, 0};
    return settings.skyTop != Black || settings.skyHorizon != Black;
}
} // namespace engine
