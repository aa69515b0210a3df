#pragma once

#include "engine_core/foliage/foliage_bodies.h"
#include "engine_core/physics/static_collision.h"
#include "engine_core/scene/world/world.h"

#include <span>

namespace engine
{
/// The plants without those on brushes that the level has and the game has lost; what was given if
/// there are none. They are gone until the stop, and nothing orphans them.
[[nodiscard]] std::shared_ptr<const FoliageInstances> withoutFallenPlants(
    std::shared_ptr<const FoliageInstances> plants, const World& authored, const World& played);

/// Lets plants that collide stop characters, and rays near them: shapes stand around the characters
/// alone, since a wood has a hundred thousand trunks.
class PlayFoliage
{
public:
    /// Metres around a character within which plants are solid for sure.
    static constexpr double Reach = 8;

    PlayFoliage(const World& world, MovingCollision& collision);

    /// Before the characters move: `feet` are theirs. Cheap as long as they stay near where they
    /// were and the plants are the same.
    void update(std::span<const Vec3d> feet);

    [[nodiscard]] std::size_t shapeCount() const { return m_shapes.size(); }

private:
    struct Shape
    {
        FoliageBody body;
        EntityId id; ///< of nothing in the world
    };

    [[nodiscard]] bool isCurrent(std::span<const Vec3d> feet) const;
    void add(const FoliageBody& body);

    const World& m_world;
    MovingCollision& m_collision;
    std::vector<Shape> m_shapes;
    std::vector<Vec3d> m_centers;                                      ///< of the last gathering
    std::vector<std::shared_ptr<const FoliageInstances>> m_gatheredOf; ///< layer by layer
    std::uint32_t m_nextId = 1;
};
} // namespace engine
