#include "engine_core/scene/light/scene_light.h"

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>

namespace engine
{
Vec3f skyRadiance(const SceneSettings& settings, float up)
{
    const auto& top = settings.skyTop;
    const auto& horizon = settings.skyHorizon;
    const Vec3f sky = glm::mix(Vec3f{horizon.r, horizon.g, horizon.b}, Vec3f{top.r, top.g, top.b},
                               std::pow(std::max(up, 0.0F), 0.6F));
    return sky * glm::mix(1.0F, 0.4F, glm::smoothstep(0.0F, 0.3F, -up));
}
} // namespace engine
