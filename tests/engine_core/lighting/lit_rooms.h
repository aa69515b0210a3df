#pragma once

#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/lighting/lighting_system.h"
#include "engine_core/scene/components/brush_component.h"
#include "tests/support/fixtures/bake_fixture.h"
#include "tests/support/levels/level_builder.h"

#include <memory>
#include <string>
#include <utility>

namespace mapwright::test
{
/// Two rooms 40 m apart, each with a light and a crate, freshly baked.
struct LitRooms : BakeFixture
{
    engine::EntityId floor = addBox(world, {-4, -0.25, -4}, {4, 0, 4});
    engine::EntityId crate = addBox(world, {1, 0, 1}, {2, 1, 2});
    engine::EntityId lamp = addLight(world, {0, 3, 0}, 9);
    engine::EntityId farFloor = addBox(world, {36, -0.25, -4}, {44, 0, 4});
    engine::EntityId farLamp = addLight(world, {40, 3, 0}, 9);
    engine::LightingSystem lighting;

    LitRooms()
    {
        setHash("first");
        world.addSystem(lighting);
    }

    void setHash(const std::string& hash)
    {
        engine::Edit edit;
        edit.swaps.push_back(engine::swapTo(engine::SceneEntity,
                                            engine::LightmapRef{.file = "x.exr", .hash = hash}));
        world.apply(edit);
    }

    template <typename T>
    engine::Edit set(engine::EntityId entity, T component)
    {
        engine::Edit edit;
        edit.swaps.push_back(engine::swapTo(entity, std::move(component)));
        world.apply(edit);
        return edit;
    }

    engine::Edit
    reshape(engine::EntityId entity, const engine::Aabb& box, engine::Name material = {})
    {
        auto brush = engine::makeBox(box, material);
        ENGINE_EXPECT(brush);
        return set(entity, engine::BrushComponent{
                               std::make_shared<const engine::Brush>(*std::move(brush))});
    }

    [[nodiscard]] bool isStale(engine::EntityId entity, std::uint32_t face = 2) const
    {
        return lighting.staleFaces().contains({entity, face});
    }

    [[nodiscard]] std::size_t staleCount() const { return lighting.staleFaces().size(); }
};
} // namespace mapwright::test
