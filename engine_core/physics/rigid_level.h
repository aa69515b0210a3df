// What stands still, as Bullet sees it near bodies.
#pragma once

#include "engine_core/assets/material.h"
#include "engine_core/physics/rigid_shape.h"
#include "engine_core/physics/static_collision.h"

#include <btBulletDynamicsCommon.h>

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace engine
{
/// A side of what stands still.
struct RigidSide
{
    Vec3d normal{0, 1, 0}; ///< outwards
    Name material;
    float friction = 0;
    float restitution = 0;
};

/// What a collision object of Bullet points at.
struct RigidTag
{
    EntityId entity;
    std::vector<RigidSide> sides{}; ///< of a brush whose sides differ; otherwise its object says it
};

/// How the material of a face is to run into.
using TouchOfMaterial = std::function<MaterialTouch(Name material)>;

/// Shapes of the level, taken in by cells of eight metres where bodies get to, so that a level of
/// any size costs what is near its bodies. Cells stay until what stands there changes.
class RigidLevel
{
public:
    RigidLevel(const CollisionSpace& space, btCollisionWorld& bullet);
    ~RigidLevel();

    RigidLevel(const RigidLevel&) = delete;
    RigidLevel& operator=(const RigidLevel&) = delete;

    struct Cell
    {
        int x = 0, y = 0, z = 0;
        friend auto operator<=>(const Cell&, const Cell&) = default;
    };

    /// Where a body was when it last required the level.
    struct Seen
    {
        Cell low, high;
        std::uint64_t version = 0;
        friend bool operator==(const Seen&, const Seen&) = default;
    };

    /// Takes in what is missing near the box. Costs nothing as long as `seen`, which is the body's
    /// own, says that it was in the same cells.
    void require(const Aabb& bounds, Seen& seen);

    /// Forgets the entity's shapes; it is asked for again there and at `now`. Returns the bounds of
    /// both.
    Aabb changed(EntityId entity, const Aabb& now);

    /// From now on brushes are as their materials say; also what is there already.
    void setTouch(TouchOfMaterial touch);

    [[nodiscard]] std::size_t size() const { return m_standing.size(); }

private:
    /// A brush, or the part of a model that is in one cell.
    struct Key
    {
        EntityId entity;
        bool isBrush = true;
        Cell cell; ///< of a model's part
        friend auto operator<=>(const Key&, const Key&) = default;
    };

    struct Standing
    {
        RigidTag tag;
        std::vector<RigidSide> sides; ///< of a brush
        std::unique_ptr<btStridingMeshInterface> triangles;
        std::unique_ptr<btCollisionShape> shape;
        std::unique_ptr<btCollisionObject> object;
    };

    void takeIn(const Cell& cell);
    void takeInModels(const Cell& cell, const StandingNear& near);
    void add(const Key& key, Standing standing, const RigidFrame& at);
    void takeTouch(Standing& standing) const;

    const CollisionSpace& m_space;
    btCollisionWorld& m_bullet;
    std::set<Cell> m_cells;
    std::uint64_t m_version = 1; ///< another one whenever cells are forgotten
    std::map<Key, Standing> m_standing;
    TouchOfMaterial m_touch; ///< empty: all is as StandingFriction says
};

/// For Bullet's gContactAddedCallback: the sides of brushes that differ say how the contact is.
bool mixContact(btManifoldPoint& contact,
                const btCollisionObjectWrapper* a,
                int partOfA,
                int indexOfA,
                const btCollisionObjectWrapper* b,
                int partOfB,
                int indexOfB);
} // namespace engine
