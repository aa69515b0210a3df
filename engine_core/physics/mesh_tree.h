#pragma once

#include "engine_core/base/ids.h"
#include "engine_core/geometry/mesh/mesh_shape.h"
#include "engine_core/physics/brush_tree.h"
#include "engine_core/physics/capsule_contact.h"

#include <memory>
#include <vector>

namespace engine
{
struct ModelTriangle
{
    CollisionTriangle triangle;
    EntityId entity;
    std::uint32_t index = 0; ///< within the model
};

/// Models that things collide with: each one's triangles in a static triangle mesh of Bullet
/// (btBvhTriangleMeshShape), which all of its instances share, and the instances in Bullet's
/// dynamic bounding volume tree. Bullet finds the triangles in floats, rounded outwards; contacts
/// are worked out in doubles. Const calls may run on several threads at once.
class MeshTree
{
public:
    explicit MeshTree(PlaceOf placeOf = {}); ///< needed by roam() alone
    ~MeshTree();

    /// Adds or replaces; null removes.
    void set(EntityId entity, std::shared_ptr<const MeshShape> mesh, const Transform& place);

    /// As BrushTree::roam().
    void roam(EntityId entity, const Vec3d& axis, double leeway);
    void remove(EntityId entity);
    void clear();

    [[nodiscard]] std::size_t size() const;

    /// Adds every triangle that the box may touch, by entity and index.
    void find(const SweptBox& box, std::vector<ModelTriangle>& found) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};
} // namespace engine
