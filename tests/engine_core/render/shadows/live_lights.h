#pragma once

#include "engine_core/scene/components/light.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/engine_core/render/drawn_world.h"
#include "tests/support/levels/level_builder.h"

#include <glm/gtc/quaternion.hpp>

#include <cmath>

namespace mapwright::test
{
/// The mode shows light alone, on white.
inline engine::ViewRequest lightFrom(const engine::Vec3d& eye,
                                     const engine::Vec3d& at,
                                     engine::EffectUse shadows = engine::EffectUse::On)
{
    auto view = viewFrom(eye, at);
    view.mode = engine::ViewMode::Lightmap;
    view.quality = engine::ViewQuality::Full;
    view.effects.shadows = shadows;
    return view;
}

inline engine::Quatd along(const engine::Vec3d& direction)
{
    const engine::Vec3d up =
        std::abs(direction.y) > 0.99 ? engine::Vec3d{1, 0, 0} : engine::Vec3d{0, 1, 0};
    return glm::quatLookAt(glm::normalize(direction), up);
}

inline engine::EntityId addLiveLight(engine::World& world,
                                     engine::LightKind kind,
                                     const engine::Vec3d& at,
                                     const engine::Vec3d& direction)
{
    const auto entity = addLight(world, at, 12, 40);
    auto light = *world.get<engine::Light>(entity);
    light.kind = kind;
    light.baked = false;
    light.cone = 100;
    light.innerCone = 90;
    if (kind == engine::LightKind::Sun)
        light.intensity = 2;
    set(world, entity, light);
    set(world, entity, engine::TransformComponent{.position = at, .rotation = along(direction)});
    return entity;
}
} // namespace mapwright::test
