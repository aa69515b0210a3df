#pragma once

#include "engine_core/geometry/brush_transform.h"
#include "engine_core/scene/components/brush_component.h"
#include "tests/support/fixtures/gl_fixture.h"

#include <memory>
#include <utility>

namespace mapwright::test
{
/// A world with its render system.
struct Drawn
{
    explicit Drawn(GlFixture& gl) : fixture{gl}, system{gl.resources()}
    {
        system.attach(world);
        world.addSystem(system);
    }

    ~Drawn() { world.removeSystem(system); }

    engine::Image picture(const engine::ViewRequest& request)
    {
        return GlFixture::picture(system, request);
    }

    GlFixture& fixture;
    engine::World world;
    engine::RenderSystem system;
};

template <typename T>
void set(engine::World& world, engine::EntityId entity, T component)
{
    engine::Edit edit;
    edit.swaps.push_back(engine::swapTo(entity, std::move(component)));
    world.apply(edit);
}

inline void moveBrush(engine::World& world, engine::EntityId entity, const engine::Vec3d& by)
{
    const auto& brush = *world.get<engine::BrushComponent>(entity)->brush;
    const auto moved = engine::translated(brush, by, engine::TextureLock::On);
    set(world, entity, engine::BrushComponent{std::make_shared<const engine::Brush>(*moved)});
}
} // namespace mapwright::test
