#pragma once

#include "engine_core/physics/static_collision.h"
#include "engine_core/scene/world/world.h"

#include <functional>
#include <set>
#include <unordered_map>

namespace engine
{
/// Keeps the shapes of brushes below Movers and Bodies where the played world has them.
class PlayMovers
{
public:
    /// `wants` says which brushes and models; without it all of them.
    explicit PlayMovers(const World& world, std::function<bool(EntityId)> wants = {});

    /// Something about the entity changed that may concern brushes at or below it.
    void refresh(EntityId root);

    /// The entity walked: the same if it is only somewhere else, or turned. Half a thousand may do
    /// so each tick.
    void walk(EntityId root);

    [[nodiscard]] const MovingCollision& collision() const { return m_collision; }

    /// For others whose shapes come and go while playing, under ids of their own.
    [[nodiscard]] MovingCollision& collision() { return m_collision; }

private:
    /// Where one that walks was when its shapes were told to roam.
    struct Stand
    {
        Vec3d position{0};
        Quatd rotation{1, 0, 0, 0};
        bool isUpright = false;
    };

    void refreshOne(EntityId entity);

    const World& m_world;
    std::function<bool(EntityId)> m_wants;
    MovingCollision m_collision;
    std::set<EntityId> m_shapes;
    std::unordered_map<EntityId, Stand> m_walking;
};
} // namespace engine
