#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/geometry/brush.h"
#include "engine_core/physics/place_of.h"

#include <memory>
#include <vector>

namespace engine
{
/// One convex solid that things collide with, in world space.
struct CollisionBrush
{
    EntityId entity;
    std::shared_ptr<const Brush> brush;
};

/// A box on its way: everything it touches between `center` and `center + motion`.
struct SweptBox
{
    Vec3d center{0};
    Vec3d halfSize{0};
    Vec3d motion{0};
};

/// Brushes in Bullet's dynamic bounding volume tree (btDbvt). Its boxes are floats, rounded
/// outwards, so it never misses a brush however far from the origin. Const calls may run on several
/// threads at once, but for what is said of set().
class BrushTree
{
public:
    explicit BrushTree(PlaceOf placeOf = {}); ///< needed by roam() alone
    ~BrushTree();
    BrushTree(BrushTree&&) noexcept;
    BrushTree& operator=(BrushTree&&) noexcept;

    /// Adds or replaces; a null brush removes.
    void set(EntityId entity, std::shared_ptr<const Brush> brush);

    /// The same of a brush that is put at a place, over and over: what it is there is made when
    /// find() first comes near it, so that what moves far from everybody costs next to nothing. A
    /// tree with such brushes is for one thread.
    void set(EntityId entity, std::shared_ptr<const Brush> brush, const Transform& place);

    /// From now on what was put at a place goes about within reachOf(its bounds, axis, leeway), and
    /// find() asks where it is if it may be near. Ends with the next set(); nothing if it is not
    /// there.
    void roam(EntityId entity, const Vec3d& axis, double leeway);
    void remove(EntityId entity);
    void clear();
    void reserve(std::size_t brushes);

    /// Sorts the tree anew once very many have been added: it is asked more often than built.
    void settle();

    [[nodiscard]] std::size_t size() const;

    /// Adds every brush whose bounds the box touches, in no particular order.
    void find(const SweptBox& box, std::vector<const CollisionBrush*>& found) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace engine
