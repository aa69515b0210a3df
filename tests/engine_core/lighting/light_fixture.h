#pragma once

#include "engine_core/lighting/lightmap_bake.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/support/fixtures/bake_fixture.h"
#include "tests/support/levels/level_builder.h"

#include <glm/gtc/quaternion.hpp>

namespace mapwright::test
{
inline constexpr engine::FaceIndex Top = 2;    // +Y of makeBox
inline constexpr engine::FaceIndex Bottom = 3; // -Y

/// What turns -Z to straight down.
inline const engine::Quatd Down = glm::angleAxis(-engine::Pi / 2, engine::Vec3d{1, 0, 0});

inline engine::BakeOptions directOnly()
{
    engine::BakeOptions options;
    options.bounces = 0;
    options.threads = 1;
    return options;
}

enum class Floor
{
    Wide, ///< 16 x 16 m with its top at y = 0
    None
};

struct KindFixture : BakeFixture
{
    engine::EntityId floor;

    explicit KindFixture(Floor kind = Floor::Wide)
    {
        if (kind == Floor::Wide)
            floor = addBox(world, {-8, -0.25, -8}, {8, 0, 8}, "floor");
    }

    /// Luxels per metre.
    void setDensity(float density)
    {
        auto scene = settings();
        scene.luxelsPerMetre = density;
        setSettings(scene);
    }

    engine::EntityId
    add(const engine::Light& light, const engine::Vec3d& at, const engine::Quatd& turn = Down)
    {
        const auto id = addLight(world, at);
        set(id, light);
        set(id, engine::TransformComponent{.position = at, .rotation = turn});
        return id;
    }

    template <typename T>
    void set(engine::EntityId entity, const T& value)
    {
        engine::Edit edit;
        edit.swaps.push_back(engine::swapTo(entity, value));
        world.apply(edit);
    }

    /// A sky that is as bright everywhere above the horizon.
    void shineFromTheSky(float radiance)
    {
        auto scene = settings();
        scene.skyTop = scene.skyHorizon = {1, 1, 1};
        scene.skyLight = radiance;
        setSettings(scene);
    }

    [[nodiscard]] double on(const engine::BakeResult& baked, const engine::Vec3d& point) const
    {
        return static_cast<double>(lightAt(world, *baked.lightmap, floor, Top, point).x);
    }
};

inline engine::Light lightOf(engine::LightKind kind)
{
    engine::Light light;
    light.kind = kind;
    light.range = 30;
    light.intensity = 30;
    return light;
}
} // namespace mapwright::test
