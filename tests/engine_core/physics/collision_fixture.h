#pragma once

#include "engine_core/geometry/brush_shapes.h"
#include "engine_core/physics/character_controller.h"
#include "engine_core/physics/static_collision.h"
#include "engine_core/scene/components/brush_component.h"
#include "engine_core/scene/components/node.h"
#include "engine_core/scene/world/world.h"
#include "tests/support/levels/level_builder.h"

#include <memory>
#include <utility>
#include <vector>

namespace mapwright::test
{
/// A world with standing and moving collision.
struct CollisionFixture
{
    engine::World world;
    engine::StaticCollision standing;
    engine::MovingCollision moving;
    engine::CollisionSpace space{standing, moving};
    engine::CharacterSettings settings;

    CollisionFixture()
    {
        world.setNextId(1024);
        world.addSystem(standing);
    }

    ~CollisionFixture() { world.removeSystem(standing); }

    /// A box turned by `degrees` about the Z axis through `pivot`.
    engine::EntityId
    addTurnedBox(const engine::Aabb& box, const engine::Vec3d& pivot, double degrees)
    {
        const auto turn = glm::angleAxis(engine::radians(degrees), engine::Vec3d{0, 0, 1});
        const auto made = engine::makeBox(box);
        ENGINE_EXPECT(made);
        std::vector<engine::BrushFace> faces(made->faces().begin(), made->faces().end());
        for (auto& face : faces) {
            const auto point = face.plane.normal * face.plane.distance - pivot;
            face.plane.normal = turn * face.plane.normal;
            face.plane.distance = glm::dot(face.plane.normal, turn * point + pivot);
        }
        auto brush = engine::Brush::fromFaces(std::move(faces));
        ENGINE_EXPECT(brush);
        return add(*std::move(brush));
    }

    engine::EntityId add(engine::Brush brush)
    {
        const auto id = world.newId();
        engine::Edit edit;
        edit.swaps.push_back(engine::swapTo(id, engine::Node{.name = "brush", .parent = {}}));
        edit.swaps.push_back(engine::swapTo(
            id, engine::BrushComponent{std::make_shared<const engine::Brush>(std::move(brush))}));
        world.apply(edit);
        return id;
    }

    /// A slope rising towards +X through the origin, wide enough to run on for a while.
    engine::EntityId addSlope(double degrees)
    {
        return addTurnedBox({{-60, -1, -20}, {60, 0, 20}}, engine::Vec3d{0}, degrees);
    }

    void addFloor() { addBox(world, {-50, -1, -50}, {50, 0, 50}, "floor"); }

    [[nodiscard]] engine::CharacterState step(const engine::CharacterState& state,
                                              const engine::CharacterInput& input,
                                              int ticks = 1) const
    {
        auto now = state;
        for (int i = 0; i < ticks; ++i)
            now = engine::stepCharacter(space, now, settings, input, 1.0 / 60.0);
        return now;
    }

    /// A character that fell onto what is below `foot` and stands.
    [[nodiscard]] engine::CharacterState standAt(const engine::Vec3d& foot) const
    {
        engine::CharacterState state;
        state.foot = foot;
        return step(state, {}, 60);
    }

    /// How deep the character sticks in anything. Metres; 0 or less is free.
    [[nodiscard]] double depth(const engine::CharacterState& state) const
    {
        const double height = state.crouched ? settings.crouchHeight : settings.standHeight;
        return glm::length(space.depenetrate({settings.radius, height}, state.foot));
    }
};

inline engine::CharacterInput walking(const engine::Vec3d& wish)
{
    engine::CharacterInput input;
    input.wish = wish;
    return input;
}
} // namespace mapwright::test
