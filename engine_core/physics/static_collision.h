#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/geometry/brush.h"
#include "engine_core/math/ray.h"
#include "engine_core/physics/place_of.h"
#include "engine_core/scene/world/world_system.h"

#include <functional>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

namespace engine
{
class BrushTree;
class MeshShape;
class MeshTree;
struct ModelTriangle;
struct CollisionBrush;
struct StandingNear;
struct SweptBox;

/// How far from a surface moving bodies stay, so that rounding never makes them touch the next of
/// several flush brushes. Metres.
inline constexpr double ContactSkin = 0.0005;

/// What a moving shape or ray met first.
struct SweepHit
{
    double fraction = 1;   ///< of the way, 0 to 1
    Vec3d normal{0, 1, 0}; ///< of the surface, unit length, towards the mover
    Vec3d point{0};
    EntityId entity;
    /// Of the most upward of the faces that meet at `point`: on the edge of a stair it is the tread
    /// that counts. The same as `normal` inside a face.
    Vec3d surface{0, 1, 0};
};

/// An upright capsule; `height` is from sole to crown.
struct Capsule
{
    double radius = 0.35;
    double height = 1.7;
};

/// The collision shapes of every brush and colliding model that stands still, in Bullet's bounding
/// volume trees, kept current with the world it is attached to. It hangs on the *edited* world all
/// the time, so that entering play costs nothing however large the level is: play sessions borrow
/// it and keep moving bodies in a world of their own (MovingCollision).
class StaticCollision final : public WorldSystem
{
public:
    StaticCollision();
    ~StaticCollision() override;

    void attach(World& world) override;
    void onChanged(const ChangeSet& changes) override; ///< shapes are current when it returns
    void update(double seconds) override;

    [[nodiscard]] std::size_t shapeCount() const;

private:
    friend class CollisionSpace;
    void refresh(EntityId entity);

    const World* m_world = nullptr;
    std::unique_ptr<BrushTree> m_tree;
    std::unique_ptr<MeshTree> m_meshes;
};

/// Brushes and models that scripts move (below a Mover), placed anew each tick, or put there. For
/// one thread, questions included.
class MovingCollision
{
public:
    MovingCollision(); ///< without roam()
    explicit MovingCollision(const PlaceOf& placeOf);
    ~MovingCollision();

    void
    set(EntityId brushEntity, const std::shared_ptr<const Brush>& brush, const Transform& place);
    void
    setMesh(EntityId entity, const std::shared_ptr<const MeshShape>& mesh, const Transform& place);

    /// From now on the entity's shape goes about by itself: no farther than `leeway` metres, while
    /// it turns about the upright axis through a point that goes with it. Questions ask where it
    /// is; who walks far from everybody costs nothing. Ends with the next set().
    void roam(EntityId entity, const Vec3d& axis, double leeway);
    void remove(EntityId entity); ///< either of them

    [[nodiscard]] std::size_t shapeCount() const;

private:
    friend class CollisionSpace;
    struct State;
    std::unique_ptr<State> m_state;
};

/// What a game has made of the standing shapes, which are those of the edited world.
struct StandingChanges
{
    std::unordered_set<EntityId> gone; ///< their standing shapes count no more
    MovingCollision added;             ///< what stands there besides
};

/// Queries over the standing and the moving shapes together.
class CollisionSpace
{
public:
    /// Without `changes` everything stands as in the edited world.
    CollisionSpace(const StaticCollision& standing,
                   const MovingCollision& moving,
                   const StandingChanges* changes = nullptr);

    /// Whose shapes a question is about; an empty one means all.
    using Counts = std::function<bool(EntityId)>;

    /// `foot` is the lowest point of the capsule. Starting in touch with a surface while moving off
    /// or along it is no hit.
    [[nodiscard]] std::optional<SweepHit> sweep(const Capsule& capsule,
                                                const Vec3d& foot,
                                                const Vec3d& motion,
                                                const Counts& counts = {}) const;

    /// Everything that comes nearer to the capsule than `within` metres, nearest first. Fractions
    /// are 0.
    [[nodiscard]] std::vector<SweepHit>
    touching(const Capsule& capsule, const Vec3d& foot, double within) const;

    /// How to move a capsule that is stuck in something so that it is free (the deepest contact,
    /// solved a few times) and ContactSkin away; zero if it is free already.
    [[nodiscard]] Vec3d
    depenetrate(const Capsule& capsule, const Vec3d& foot, const Counts& counts = {}) const;

    [[nodiscard]] std::optional<SweepHit>
    raycast(const Ray& ray, double length, const Counts& counts = {}) const;

    /// What stands still and comes near the box; for rigid bodies, which fall onto it.
    [[nodiscard]] StandingNear standingNear(const Aabb& box) const;

private:
    [[nodiscard]] std::vector<const CollisionBrush*> candidates(const SweptBox& box) const;
    [[nodiscard]] std::vector<ModelTriangle> triangles(const SweptBox& box) const;
    void findStanding(const SweptBox& box, std::vector<const CollisionBrush*>& found) const;
    void findStanding(const SweptBox& box, std::vector<ModelTriangle>& found) const;

    /// Calls visit(shape, entity) for each brush and triangle near the box.
    template <typename Visit>
    void forEachNear(const SweptBox& box, const Visit& visit) const;

    const StaticCollision& m_standing;
    const MovingCollision& m_moving;
    const StandingChanges* m_changes;
};
} // namespace engine
