#pragma once

#include "engine_core/physics/static_collision.h"
#include "engine_core/scene/world/world.h"

#include <functional>
#include <set>

namespace engine
{
/// Keeps the shapes of brushes below Movers where the played world has them.
class PlayMovers
{
public:
    /// `wants` says which brushes and models; without it all of them.
    explicit PlayMovers(const World& world, std::function<bool(EntityId)> wants = {});

    /// Something about the entity changed that may concern brushes at or below it.
    void refresh(EntityId root);

    [[nodiscard]] const MovingCollision& collision() const { return m_collision; }

    /// For others whose shapes come and go while playing, under ids of their own.
    [[nodiscard]] MovingCollision& collision() { return m_collision; }

private:
    void refreshOne(EntityId entity);

    const World& m_world;
    std::function<bool(EntityId)> m_wants;
    MovingCollision m_collision;
    std::set<EntityId> m_shapes;
};
} // namespace engine
