#pragma once

#include "engine_core/scene/components/gameplay.h"
#include "engine_core/scene/components/nav_walker.h"
#include "engine_core/scene/components/transform_component.h"
#include "tests/support/level_builder.h"
#include "tests/support/play_fixture.h"

namespace mapwright::test
{
inline constexpr const char* GuardScript = R"(class Guard : Node
{
    Vec3 goal;
    int arrivals = 0;
    int failures = 0;
    bool moving = false;
    string problem;
    void onStart() { entity.moveTo(goal); }
    void onTick(float dt) { moving = entity.isMoving; }
    void onArrived() { arrivals++; }
    void onPathFailed() { failures++; problem = entity.pathProblem; }
})";

/// Half a room with a floor, and somebody who walks in it.
struct WalkFixture : PlayFixture
{
    WalkFixture()
    {
        addFloor();
        set(addPlayerStartAway(), engine::TransformComponent{.position = {-18, 0, -18}});
        writeScript("guard.as", GuardScript);
    }

    engine::EntityId addPlayerStartAway()
    {
        engine::EntityId start;
        world.forEach<engine::PlayerStart>(
            [&](engine::EntityId entity, const engine::PlayerStart&) { start = entity; });
        return start;
    }

    template <typename T>
    void set(engine::EntityId entity, T component)
    {
        engine::Edit edit;
        edit.swaps.push_back(engine::swapTo(entity, std::move(component)));
        world.apply(edit);
    }

    engine::EntityId addGuard(const engine::Vec3d& at,
                              const engine::Vec3d& goal,
                              const engine::NavWalker& walker = {})
    {
        const auto guard = addScripted("guard", "guard.as", "Guard", at);
        set(guard, walker);
        set(guard, engine::Script{{"guard.as"}, "Guard", {{"goal", {goal}}}});
        return guard;
    }

    [[nodiscard]] engine::Vec3d placeOf(engine::EntityId entity) const
    {
        return engine::worldTransform(session->world(), entity).position;
    }

    [[nodiscard]] double distance(engine::EntityId entity, const engine::Vec3d& to) const
    {
        const auto way = placeOf(entity) - to;
        return glm::length(engine::Vec2d{way.x, way.z});
    }

    [[nodiscard]] std::string errors() const
    {
        return session->scriptErrors().empty() ? "" : session->scriptErrors().front().message;
    }
};
} // namespace mapwright::test
